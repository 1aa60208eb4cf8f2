import type { ApiKey } from '../../../db/models/api-key.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { whyGone } from './prerequisites.ts';
import { isExpired } from './rules.ts';

/**
 * Throws `key_not_rotatable` unless the key works or may work again, so that another secret or key can
 * replace it. Spec §3, §5.5.
 */
export async function assertReplaceable(tx: TransactionContext, key: ApiKey): Promise<void> {
  const end = endOfLife(key, tx.clock.now());
  const why = end ? `The key ${end}, so it cannot be replaced. Create another key.` : await whyGone(tx, key);
  if (why) throw refuse('key_not_rotatable', why);
}

function endOfLife(key: ApiKey, now: Date): string | null {
  const { status, expiresOn, retiresAt } = key;
  if (status === 'REVOKED') return 'was revoked';
  if (!isExpired(key, now)) return null;
  return retiresAt && now >= retiresAt
    ? `was retired at ${retiresAt.toISOString()}`
    : `expired on ${expiresOn}`;
}
