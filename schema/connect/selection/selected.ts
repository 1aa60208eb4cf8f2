import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import type { Selectable } from './selection.ts';
import type { endsOf } from './text.ts';

/**
 * Returns the workspace’s capabilities whose ids, and whose connections’ ids, have these ends. An index finds
 * the capability ids within the few connectors of these connections.
 */
export async function selectableIn(
  ctx: Context,
  { connectionEnd, capabilityEnd }: ReturnType<typeof endsOf>,
): Promise<Selectable[]> {
  const connections = await Connection.inWorkspace(ctx)
    .whereRaw('right(id, ?) = ?', [connectionEnd.length, connectionEnd])
    .select('id', 'connectorId');
  if (connections.length === 0) return [];
  const ids = Capability.query(ctx.knex)
    .whereIn('connectorId', [...new Set(connections.map(({ connectorId }) => connectorId))])
    .whereRaw('right(id, ?) = ?', [capabilityEnd.length, capabilityEnd])
    .select('id');
  const capabilities = await Capability.inWorkspace(ctx)
    .whereIn('id', ids)
    .select('id', 'connectorId', 'digest', 'mode');
  return connections.flatMap(({ id: connectionId, connectorId }) =>
    capabilities
      .filter((it) => it.connectorId === connectorId)
      .map(({ id: capabilityId, digest, mode }) => ({
        connectionId,
        capabilityId,
        versionId: null,
        digest: digest.toString('hex'),
        mode,
      })),
  );
}
