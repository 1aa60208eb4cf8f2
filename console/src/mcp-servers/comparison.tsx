import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { changesOf } from '../parts/tool-changes.ts';
import { Tools } from '../parts/tools.tsx';
import { VersionToolsDocument } from './documents.generated.ts';
import type { Version } from './server-data.ts';

interface ComparisonProps {
  serverId: string;
  edges: readonly { cursor: string; node: Version }[];
  shown: Version;
  against: Version | null;
}

/** The tools of a version, with what differs from another version. */
export function Comparison({ serverId, edges, shown, against }: ComparisonProps) {
  const { route } = useLocation();
  const address = useAddress();
  const now = useTools(serverId, edges, shown);
  const before = useTools(serverId, edges, against);
  const others = edges.map(({ node }) => node).filter((version) => version !== shown);
  const compare = (number: string) =>
    route(address(`mcp-servers/${serverId}?version=${shown.number}&against=${number}`), true);
  const { tools } = now;
  return (
    <section>
      <h2>Tools of version {shown.number}</h2>
      {against && (
        <label class="compare">
          <span class="quiet">Compared with</span>
          <select
            class="text-input"
            value={against.number}
            onChange={({ currentTarget }) => compare(currentTarget.value)}
          >
            {others.map(({ number }) => (
              <option key={number} value={number}>
                version {number}
              </option>
            ))}
          </select>
          {tools && before.tools && <span class="quiet">{summaryOf(changesOf(tools, before.tools))}</span>}
        </label>
      )}
      {!tools && (now.refusal ? <Refused refusal={now.refusal} again={now.again} /> : <Skeleton />)}
      {tools && tools.length === 0 && !against && (
        <p class="quiet">It has no tools yet. Set the tools to add the first one.</p>
      )}
      {tools && (tools.length > 0 || against) && (
        <Tools
          of={tools}
          before={against ? before.tools : undefined}
          caption={`Tools of version ${shown.number}`}
        />
      )}
    </section>
  );
}

// One version is read as the last one before the next, since a version has no query that reads it by its id.
function useTools(serverId: string, edges: ComparisonProps['edges'], version: Version | null) {
  const at = edges.findIndex(({ node }) => node.id === version?.id);
  const before = edges[at + 1]?.cursor;
  const { data, ...rest } = useRead(
    VersionToolsDocument,
    { serverId, ...(before && { before }) },
    { isPaused: version === null },
  );
  const found = data?.mcpServerVersions?.edges[0]?.node;
  return { ...rest, tools: version && found?.id === version.id ? found.tools : undefined };
}

function summaryOf(changes: ReturnType<typeof changesOf>): string {
  const count = (change: (typeof changes)[number]['change']) =>
    changes.filter((row) => row.change === change).length;
  const parts = [
    [count('ADDED'), 'added'],
    [count('CHANGED'), 'changed'],
    [count('REMOVED'), 'removed'],
    [count('SAME'), 'unchanged'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ');
}
