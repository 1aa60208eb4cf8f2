import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Graph, type GraphNode } from '../parts/graph.tsx';
import { WhatHangsDocument, type WhatHangsQuery } from './documents.generated.ts';

type Grant = NonNullable<WhatHangsQuery['mcpGrants']>['edges'][number]['node'];

/** Who reaches the provider with this credential: its connections, and the agents that they are granted to. */
export function WhatHangs({ referenceId, name }: { referenceId: string; name: string }) {
  const address = useAddress();
  const { data } = useRead(WhatHangsDocument, { referenceId });
  const connections = data?.connections?.edges.map(({ node }) => node) ?? [];
  if (connections.length === 0) return null;
  const grants = (data?.mcpGrants?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ status }) => status === 'ACTIVE');
  const node = (place: string, { id, name: label }: { id: string; name: string }): GraphNode => ({
    id,
    label,
    href: address(`${place}/${id}`),
  });
  const own = { id: referenceId, name };
  return (
    <section>
      <h2>Used by</h2>
      <Graph
        title="From the credential to the agents that use it"
        columns={[
          { name: 'Credential', nodes: [node('vault', own)] },
          { name: 'Connections', nodes: connections.map((of) => node('connections', of)) },
          { name: 'MCP servers', nodes: once(grants.map(serverOf)).map((of) => node('mcp-servers', of)) },
          {
            name: 'Agents',
            nodes: once(grants.map(({ credential }) => credential)).map((of) => node('mcp-credentials', of)),
          },
        ].filter(({ nodes }) => nodes.length > 0)}
        edges={[
          ...connections.map(({ id }) => [referenceId, id] as const),
          ...grants.map((of) => [of.connection?.id ?? '', serverOf(of)?.id ?? ''] as const),
          ...grants.map((of) => [serverOf(of)?.id ?? '', of.credential?.id ?? ''] as const),
        ]}
        table={{
          columns: ['Connection', 'MCP server', 'Agent', 'Tool', 'Mode'],
          rows: [
            ...grants.map((of) => [
              of.connection?.name ?? '',
              serverOf(of)?.name ?? '',
              of.credential?.name ?? '',
              of.capability?.title ?? 'A removed tool',
              of.mode === 'read' ? 'Reads' : 'Changes data',
            ]),
            ...connections
              .filter(({ id }) => !grants.some(({ connection }) => connection?.id === id))
              .map((of) => [of.name, '–', '–', '–', '–']),
          ],
        }}
      />
    </section>
  );
}

function serverOf({ version }: Grant) {
  return version?.server;
}

function once<Item extends { id: string }>(items: readonly (Item | null | undefined)[]): Item[] {
  return [...new Map(items.flatMap((item) => (item ? [[item.id, item] as const] : []))).values()];
}
