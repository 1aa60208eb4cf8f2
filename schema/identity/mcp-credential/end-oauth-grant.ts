import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { removeGrant } from '../../../db/oauth-records.ts';
import { record, touchPerson } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { announceReused } from './announce-reused.ts';

/** Why tokens end while their consent stays: a code or token was used twice, or the client disconnected. */
export type GrantEnd = 'mcp_consent.token_reused' | 'mcp_consent.disconnected';

/** Ends all tokens of one authorization. The person's consent stays. */
export async function endOAuthGrant(
  tx: TransactionContext,
  { grantId, consentId }: { grantId: string; consentId: string },
  why: GrantEnd,
): Promise<void> {
  const consent = await McpConsent.query(tx.knex).findById(consentId).forNoKeyUpdate().throwIfNotFound();
  if (!(await removeGrant(tx.knex, grantId))) return;
  if (why === 'mcp_consent.token_reused') await announceReused(tx, consent);
  await announceEnded(tx, consent, why);
}

/** Records that tokens of a locked consent have ended, so that every instance rejects them. */
export async function announceEnded(
  tx: TransactionContext,
  consent: McpConsent,
  why: GrantEnd,
): Promise<void> {
  const { workspaceId, memberId, personId } = consent;
  await record(tx, why, {
    workspaceId,
    actor: { kind: 'MEMBER', id: memberId, personId },
    subject: consent,
    data: consent,
  });
  await touchPerson(tx, personId);
}
