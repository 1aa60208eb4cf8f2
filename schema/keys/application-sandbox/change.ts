import { ApplicationSandbox } from '../../../db/models/application-sandbox.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';

/** Changes the sandbox of an application, and makes its row at the first change. Throws `invalid_transition`. */
export async function changeSandbox(
  tx: TransactionContext,
  applicationId: string,
  patch: Partial<Pick<ApplicationSandbox, 'seed' | 'time'>>,
): Promise<ApplicationSandbox> {
  const application = await lockApplication(tx, applicationId);
  applicationMoves.next(application.status, 'update');
  const now = tx.clock.now();
  const known = await ApplicationSandbox.inWorkspace(tx).findOne({ applicationId });
  if (known) return await ApplicationSandbox.change(tx.knex, known.id, now, patch);
  const { workspaceId } = application;
  const row = { id: newId('applicationSandbox'), workspaceId, applicationId, seed: '', time: null };
  return await ApplicationSandbox.query(tx.knex)
    .insert({ ...row, ...patch, createdAt: now, updatedAt: now })
    .returning('*');
}

export function toEventData({ applicationId, seed, time }: ApplicationSandbox) {
  return { applicationId, seed, time: time?.toISOString() ?? null };
}
