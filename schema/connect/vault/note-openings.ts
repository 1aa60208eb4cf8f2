import type { Knex } from 'knex';
import { appendAll, lockHead } from '../../records/audit/chain.ts';
import type { Opening } from '../../kernel/ports/vault-keys.ts';

/** The audit action of an opening. It has no event, since it changes nothing. */
export const openedAction = 'secret.opened';

/** Appends the audit entries of several openings under one lock of the workspace’s chain head. */
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
