import { AuditEntry } from '../../../db/models/audit.ts';
import type { TransactionContext } from '../../kernel/context.ts';

export type Entry = Pick<AuditEntry, 'seq' | 'action' | 'actor' | 'changes'>;

/** Returns the successful entries with one of these actions about one of these rows, in order. */
export async function entriesAbout(
  { knex, workspaceId }: TransactionContext,
  actions: readonly string[],
  ids: readonly string[],
): Promise<Entry[]> {
  if (ids.length === 0) return [];
  return await AuditEntry.query(knex)
    .where({ chain: workspaceId, outcome: 'SUCCESS' })
    .whereIn('action', [...actions])
    .whereRaw("exists (select from jsonb_array_elements(targets) target where target ->> 'id' = any (?))", [
      [...new Set(ids)],
    ])
    .orderBy('seq')
    .select('seq', 'action', 'actor', 'changes');
}
