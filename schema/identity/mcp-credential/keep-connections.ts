import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { connectionsBeyond, createOAuthRecords, removeGrants } from '../../../db/oauth-records.ts';
import type { Context } from '../../kernel/context.ts';
import type { StoredText } from '../../kernel/ports/oauth-records.ts';
import { announceEnded } from './end-oauth-grant.ts';
import { maxConnectionsOfConsent } from './rules.ts';

interface FirstRefreshToken {
  id: string;
  token: StoredText;
  consentId: string;
}

/**
 * Stores the first refresh token of a connection. If the consent then has too many connections, the least
 * recently used ones end. Returns false and stores nothing if the consent has ended. The authorization server
 * calls this; no field of the schema does.
 */
export async function keepFirstRefreshToken(
  ctx: Context,
  { id, token, consentId }: FirstRefreshToken,
): Promise<boolean> {
  const { isKept } = await ctx.transaction<{ isKept: boolean }>(async (tx) => {
    // The consent is locked before its tokens, in the same order as when it ends.
    const consent = await McpConsent.query(tx.knex).findById(consentId).forNoKeyUpdate();
    if (consent?.status !== 'ACTIVE') return { isKept: false };
    await createOAuthRecords(tx).put('REFRESH_TOKEN', id, token);
    const ended = await connectionsBeyond(tx.knex, consentId, maxConnectionsOfConsent);
    await removeGrants(tx.knex, ended);
    if (ended.length > 0) await announceEnded(tx, consent, 'mcp_consent.disconnected');
    return { isKept: true };
  });
  return isKept;
}
