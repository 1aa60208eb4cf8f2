import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { useRead } from '../app/read.ts';
import { CapabilityConnectorsDocument } from './documents.generated.ts';

export interface Filter {
  query: string;
  mode: string;
  connector: string;
}

const pauseMs = 250;

/** The search and its filters. They are in the address, so that a search can be sent to another person. */
export function Filters({ of: filter, onChange }: { of: Filter; onChange: (to: Filter) => void }) {
  const { data } = useRead(CapabilityConnectorsDocument, {});
  const connectors = (data?.connectors?.edges ?? []).map(({ node }) => node);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useKeys({ '/': () => input.current?.focus() });
  useEffect(() => () => clearTimeout(timer.current), []);
  // The latest filter, since the pause outlives the render that began it.
  const latest = useRef(filter);
  latest.current = filter;
  const apply = (more: Partial<Filter>) => {
    clearTimeout(timer.current);
    onChange({ ...latest.current, query: input.current?.value.trim() ?? '', ...more });
  };
  const search = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply({}), pauseMs);
  };
  return (
    <search class="filters">
      <input
        ref={input}
        class="text-input"
        type="search"
        aria-label="Search capabilities"
        aria-keyshortcuts="/"
        placeholder="Search, such as weather forecast"
        defaultValue={filter.query}
        onInput={search}
      />
      <select
        class="text-input"
        aria-label="Mode"
        value={filter.mode}
        onChange={({ currentTarget }) => apply({ mode: currentTarget.value })}
      >
        <option value="">Reads and writes</option>
        <option value="read">Reads</option>
        <option value="write">Writes</option>
      </select>
      <select
        class="text-input"
        aria-label="Connector"
        value={filter.connector}
        onChange={({ currentTarget }) => apply({ connector: currentTarget.value })}
      >
        <option value="">All connectors</option>
        {connectors.map(({ id, name }) => (
          <option key={id} value={id} selected={id === filter.connector}>
            {name}
          </option>
        ))}
      </select>
    </search>
  );
}
