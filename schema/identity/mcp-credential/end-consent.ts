import { McpConsent, type McpConsentEnd } from '../../../db/models/mcp-consent.ts';
import { removeGrantsOf } from '../../../db/oauth-records.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { consentMoves } from './rules.ts';

/** Ends a locked consent and every token issued under it. Touch the person's chain afterwards. */
export async function endConsent(
  tx: TransactionContext,
  { id, status: before, workspaceId, memberId, personId }: McpConsent,
  reason: McpConsentEnd,
): Promise<McpConsent> {
  const now = tx.clock.now();
  const status = consentMoves.next(before, 'revoke');
  const consent = await McpConsent.change(tx.knex, id, now, {
    status,
    revokedAt: now,
    revokeReason: reason,
  });
  await removeGrantsOf(tx.knex, id);
  await record(tx, 'mcp_consent.revoked', {
    workspaceId,
    // The request may act in another workspace, so this names the actor. Clients are deleted in their own.
    ...(reason !== 'CLIENT_DELETED' && { actor: { kind: 'MEMBER', id: memberId, personId } }),
    subject: consent,
    data: consent,
    changes: { reason },
  });
  return consent;
}
