import { Workspace } from '../../../db/models/workspace.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { destroyWorkspaceKeys } from '../../kernel/workspace-key.ts';
import { lockWorkspace } from '../../identity/workspace/lock.ts';
import { workspaceMoves } from '../../identity/workspace/rules.ts';
import { announce } from './announce.ts';

const job = 'shred-workspaces';
const batchSize = 100;

/** Ends the workspaces past their `shredsAt`: destroys their keys, and so all data sealed under them. */
export async function shredWorkspaces(ports: Ports): Promise<void> {
  const over = await Workspace.query(ports.database.knex)
    .where({ status: 'DELETING' })
    .where('shredsAt', '<=', ports.clock.now())
    .orderBy('shredsAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, over, async ({ id }) => await shred(ports, id));
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
    await announce(tx, 'workspace.deleted', { before, workspace });
    return {};
  });
}
