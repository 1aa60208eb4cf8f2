import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { createOAuthRecords, type Succession } from '../../../db/oauth-records.ts';
import type { Context } from '../../kernel/context.ts';
import type { StoredText } from '../../kernel/ports/oauth-records.ts';
import { endOAuthGrant } from './end-oauth-grant.ts';
import { refreshLeewaySeconds } from './rules.ts';

interface RefreshTokenUse {
  /** The token that is used, and its successor. */
  id: string;
  nextId: string;
  next: StoredText;
  grantId: string;
  consentId: string;
}

/**
 * Stores the successor of a refresh token. If the token was used before, the whole grant ends in the same
 * transaction, before the client or a thief is refused. No field of the schema calls this.
 */
export async function succeedRefreshToken(
  ctx: Context,
  { id, nextId, next, grantId, consentId }: RefreshTokenUse,
): Promise<Succession> {
  const { succession } = await ctx.transaction<{ succession: Succession }>(async (tx) => {
    // The consent is locked before its tokens, in the same order as when it ends.
    const consent = await McpConsent.query(tx.knex).findById(consentId).forNoKeyUpdate();
    if (consent?.status !== 'ACTIVE') return { succession: 'GONE' };
    const records = createOAuthRecords(tx);
    const came = await records.succeed(id, nextId, next, refreshLeewaySeconds);
    if (came === 'REUSED') await endOAuthGrant(tx, { grantId, consentId }, 'mcp_consent.token_reused');
    return { succession: came };
  });
  return succession;
}
