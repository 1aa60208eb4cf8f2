import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { Context } from '../../kernel/context.ts';
import { tokenize } from '../../values/tokenize.ts';

/**
 * The words in the names of a provider and a connection, with the connectors or capabilities that they match.
 */
export interface Named {
  words: string[];
  ids: string[];
}

/** Words that occur in too many names to distinguish them. */
const empty: ReadonlySet<string> = new Set(
  'a an and api by for from in my of on or our the to with'.split(' '),
);

/** Returns the names of the workspace’s connectors and connections, each with its connector. */
export async function namesOfWorkspace(ctx: Context): Promise<Named[]> {
  const connectors = await Connector.inWorkspace(ctx)
    .whereNot({ status: 'DELETED' })
    .select('id', 'name', 'apiTitle');
  const connections = await Connection.inWorkspace(ctx)
    .whereNotIn('status', [...endedConnectionStatuses])
    .select('connectorId', 'name');
  return [
    ...connectors.map(({ id, name, apiTitle }) => named([name, apiTitle], [id])),
    ...connections.map(({ connectorId, name }) => named([name], [connectorId])),
  ];
}

/** Returns the names of the granted connections, each with the capabilities that were granted through it. */
export async function namesOfGranted(
  ctx: Context,
  granted: readonly { capabilityId: string; connectionId: string }[],
): Promise<Named[]> {
  const byConnection = Map.groupBy(granted, ({ connectionId }) => connectionId);
  const rows = (await Connection.inWorkspace(ctx)
    .join('connector', 'connector.id', 'connection.connectorId')
    .whereIn('connection.id', [...byConnection.keys()])
    .select(
      'connection.id',
      'connection.name',
      'connector.name as provider',
      'connector.apiTitle',
    )) as (Connection & { provider: string; apiTitle: string | null })[];
  return rows.map(({ id, name, provider, apiTitle }) =>
    named([name, provider, apiTitle], byConnection.get(id)?.map(({ capabilityId }) => capabilityId) ?? []),
  );
}

function named(names: readonly (string | null)[], ids: string[]): Named {
  const words = tokenize(...names.filter((it) => it !== null));
  return { words: words.filter((word) => !empty.has(word)), ids };
}
