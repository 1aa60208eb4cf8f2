import { ApiKey } from '../../../db/models/api-key.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { keyMoves } from './rules.ts';

/** Revokes a locked key permanently and records the event. */
export async function endApiKey(
  tx: TransactionContext,
  before: ApiKey,
  reason: string | null,
): Promise<ApiKey> {
  const now = tx.clock.now();
  const apiKey = await ApiKey.change(tx.knex, before.id, now, {
    status: keyMoves.next(before.status, 'revoke'),
    revokedAt: now,
    revokeReason: reason,
  });
  await record(tx, 'api_key.revoked', { subject: apiKey, data: apiKey, reason });
  return apiKey;
}
