import type { Knex } from 'knex';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAfter } from '../../records/audit/append-after.ts';
import { appendAll, lockHead, type ChainEnd } from '../../records/audit/chain.ts';
import type { Opening } from '../../kernel/ports/vault-keys.ts';

/** The audit action of an opening. It has no event, since it changes nothing. */
export const openedAction = 'secret.opened';

/**
 * Commits the audit entries of several openings, and returns the new end of the workspace's chain. `known` is
 * its end as this process last saw it; if another process has written since, the entries wait for its lock.
 */
export async function noteOpenings(
  knex: Knex,
  workspaceId: string,
  openings: readonly Opening[],
  known: ChainEnd | undefined,
): Promise<ChainEnd> {
  const contents = openings.map(contentOf);
  const end = known && (await appendAfter(knex, known, contents));
  if (end) return end;
  return await inTransaction(knex, async (trx) => {
    const head = await lockHead({ knex: trx }, workspaceId);
    const hash = await appendAll({ knex: trx }, head, contents);
    return { chain: head.chain, seq: head.seq + contents.length, hash };
  });
}

function contentOf({ at, target, actor, origin, changes }: Opening) {
  return {
    at,
    action: openedAction,
    outcome: 'SUCCESS' as const,
    actor,
    targets: [target],
    changes,
    origin,
    reason: null,
    collapseKey: null,
  };
}
