import type { Knex } from 'knex';
import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import type { Selectable } from './selection.ts';
import type { endsOf } from './text.ts';

/** The capabilities whose ids, and whose connections’ ids, have the same ends. */
interface SelectableSnapshot {
  workspaceId: string;
  selectable: Selectable[];
}

/** Named by the workspace and both ends. */
const selectableSnapshots: SnapshotKind<SelectableSnapshot> = {
  max: 5_000,
  async read(knex, name) {
    const [workspaceId = '', connectionEnd = '', capabilityEnd = ''] = name.split('/');
    const selectable = await selectableIn({ knex, workspaceId }, connectionEnd, capabilityEnd);
    return selectable.length > 0 ? { workspaceId, selectable } : null;
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

/** Returns the workspace’s capabilities whose ids, and whose connections’ ids, have these ends. */
export async function selectableBy(
  ctx: Context,
  { connectionEnd, capabilityEnd }: ReturnType<typeof endsOf>,
): Promise<Selectable[]> {
  const name = `${ctx.workspaceId}/${connectionEnd}/${capabilityEnd}`;
  return (await snapshotOf(ctx, selectableSnapshots, name))?.selectable ?? [];
}

// An index finds the capability ids within the few connectors of these connections.
async function selectableIn(
  scope: { knex: Knex; workspaceId: string },
  connectionEnd: string,
  capabilityEnd: string,
): Promise<Selectable[]> {
  const connections = await Connection.inWorkspace(scope)
    .whereRaw('right(id, ?) = ?', [connectionEnd.length, connectionEnd])
    .select('id', 'connectorId');
  if (connections.length === 0) return [];
  const ids = Capability.query(scope.knex)
    .whereIn('connectorId', [...new Set(connections.map(({ connectorId }) => connectorId))])
    .whereRaw('right(id, ?) = ?', [capabilityEnd.length, capabilityEnd])
    .select('id');
  const capabilities = await Capability.inWorkspace(scope)
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
