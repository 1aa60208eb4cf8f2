import { Workspace } from '../../db/models/workspace.ts';
import type { Ports } from '../context.ts';
import { createSystemContext } from '../create-context.ts';
import { destroyWorkspaceKeys } from '../workspace/key.ts';
import { lockWorkspace } from '../workspace/lock.ts';
import { workspaceMoves } from '../workspace/rules.ts';
import { tell } from './tell.ts';

const job = 'shred-workspaces';
const batchSize = 100;

/** Ends the workspaces whose time to be restored is over: their keys are destroyed, and what they sealed with them. */
export async function shredWorkspaces(ports: Ports): Promise<void> {
  const over = await Workspace.query(ports.database.knex)
    .where({ status: 'DELETING' })
    .where('shredsAt', '<=', ports.clock.now())
    .orderBy('shredsAt')
    .limit(batchSize);
  for (const { id } of over)
    try {
      await shred(ports, id);
    } catch (error) {
      // One that fails holds up no other.
      ports.log.error({ event: 'workspace.shred_failed', workspaceId: id, error });
    }
}

async function shred(ports: Ports, id: string): Promise<void> {
  await createSystemContext(ports, job, id, { isAnyState: true }).transaction(async (tx) => {
    const before = await lockWorkspace(tx, id);
    const now = tx.clock.now();
    // Restored meanwhile, or shredded by another process.
    if (before.status !== 'DELETING' || !before.shredsAt || now < before.shredsAt) return {};
    await destroyWorkspaceKeys(tx, id);
    const workspace = await Workspace.change(tx.knex, id, now, {
      status: workspaceMoves.next(before.status, 'shred'),
    });
    await tell(tx, 'workspace.deleted', { before, workspace });
    return {};
  });
}
