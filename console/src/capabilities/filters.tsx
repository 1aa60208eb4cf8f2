import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { useRead } from '../app/read.ts';
import { FilterChoice } from '../parts/filter.tsx';
import { CapabilityConnectorsDocument } from './documents.generated.ts';

export interface Filter {
  query: string;
  mode: string;
  connector: string;
}

const pauseMs = 250;

const modes = [
  ['read', 'Reads'],
  ['write', 'Changes data'],
] as const;

/** The search and its filters. They are in the address, so that a search can be sent to another person. */
export function Filters({ of: filter, onChange }: { of: Filter; onChange: (to: Filter) => void }) {
  const { data } = useRead(CapabilityConnectorsDocument, {});
  const connectors = (data?.connectors?.edges ?? []).map(({ node }) => [node.id, node.name] as const);
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
      <label>
        <span class="quiet">Search</span>
        <input
          ref={input}
          type="search"
          maxLength={200}
          aria-keyshortcuts="/"
          placeholder="Such as weather forecast"
          defaultValue={filter.query}
          onInput={search}
        />
      </label>
      <FilterChoice
        label="Mode"
        all="Reads and writes"
        value={filter.mode}
        options={modes}
        onChange={(mode) => apply({ mode })}
      />
      <FilterChoice
        label="Connector"
        all="All"
        value={filter.connector}
        options={connectors}
        onChange={(connector) => apply({ connector })}
      />
    </search>
  );
}
