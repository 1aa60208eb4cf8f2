import type { Knex } from 'knex';
import { appendAll, lockHead } from '../../records/audit/chain.ts';
import type { Opening } from '../../kernel/ports/vault-keys.ts';

/** What the audit log calls it. No event tells of it, since it changes nothing. */
export const openedAction = 'secret.opened';

/** Writes the entries of several openings behind one lock of the workspace's head. */
export async function noteOpenings(
  knex: Knex,
  workspaceId: string,
  openings: readonly Opening[],
): Promise<void> {
  const head = await lockHead({ knex }, workspaceId);
  await appendAll(
    { knex },
    head,
    openings.map(({ at, target, actor, origin, changes }) => ({
      at,
      action: openedAction,
      outcome: 'SUCCESS' as const,
      actor,
      targets: [target],
      changes,
      origin,
      reason: null,
      collapseKey: null,
    })),
  );
}
