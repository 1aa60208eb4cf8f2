import { decodeJwt } from 'jose';
import { mcpScopes, type McpScope } from '../../../db/models/mcp-consent.ts';
import type { McpCaller } from '../../kernel/access/caller.ts';
import { agentTokenInvalid, refusalOf } from '../../values/errors.ts';
import type { McpTokens } from '../../kernel/ports/tokens.ts';
import { skewSeconds, typeOf, type KeyRing, type Parties, type TypedTokens } from '../session/key-ring.ts';

// RFC 9068 §2.1, RFC 8725 §3.11: a separate type, so that no other token passes for an agent's.
export const mcpTokenType = 'at+jwt';

/** Returns the authorization server's issuer, and the only resource that its tokens are for. */
export function mcpPartiesOf(baseUrl: string): Parties {
  return { issuer: `${baseUrl}/oauth`, audience: `${baseUrl}/mcp` };
}

interface Got extends Pick<McpCaller, 'credentialId' | 'credentialVersion'> {
  /** The person who consented, otherwise the credential. */
  subject: string;
  /** The OAuth client that the token was issued to. */
  client: string;
  /** The OAuth grant that the token belongs to and ends with, if a person consented. */
  grantId?: string | undefined;
}

/** Returns the claims of a token, except issuer, audience, `scope` and `jti`. */
export function mcpClaims({ credentialId, credentialVersion, subject, client, grantId }: Got, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return {
    sub: subject,
    client_id: credentialId,
    ver: credentialVersion,
    azp: client,
    ...(grantId !== undefined && { gid: grantId }),
    iat: issuedAt,
    nbf: issuedAt - skewSeconds,
    exp: issuedAt + tokenSeconds,
  };
}

/** The access tokens that the authorization server issues to external agents, only for `<BASE_URL>/mcp`. */
export function createMcpTokens(ring: KeyRing, baseUrl: string): McpTokens {
  const parties = mcpPartiesOf(baseUrl);
  const renewal = `Get a new one at POST ${parties.issuer}/token.`;
  const tokens = ring.tokensOf(mcpTokenType, tokenSeconds, renewal, parties);
  return {
    isOne: (token) => typeOf(token) === mcpTokenType,
    isOfGrant: (token) => typeOf(token) === mcpTokenType && saysGrant(token),
    async verify(token, now) {
      const claims = await verified(tokens, token, now);
      const {
        sub,
        client_id: credentialId,
        ver: credentialVersion,
        gid: grantId = null,
        azp: client,
        scope,
        exp,
      } = claims;
      if (typeof sub !== 'string' || sub === '') throw agentTokenInvalid();
      if (typeof credentialId !== 'string' || typeof credentialVersion !== 'number')
        throw agentTokenInvalid();
      if (typeof scope !== 'string' || exp === undefined) throw agentTokenInvalid();
      if (grantId !== null && typeof grantId !== 'string') throw agentTokenInvalid();
      const expiresAt = new Date(exp * 1000);
      const grant = grantId === null ? null : { id: grantId, personId: sub, client: String(client) };
      return { credentialId, credentialVersion, grant, scopes: scopesIn(scope), expiresAt };
    },
  };
}

function saysGrant(token: string): boolean {
  try {
    return decodeJwt(token)['gid'] !== undefined;
  } catch {
    return false;
  }
}

async function verified(tokens: TypedTokens, token: string, now: Date) {
  try {
    return await tokens.verify(token, ['client_id', 'ver', 'scope', 'jti'], now);
  } catch (error) {
    throw refusalOf(error)?.code === 'session_invalid' ? agentTokenInvalid(error) : error;
  }
}

/** How long a token lives. If its credential or grant ends earlier, the next request fails. */
export const tokenSeconds = 600;

// RFC 6749 §3.3: names separated by single spaces. Unknown names grant nothing.
function scopesIn(text: string): McpScope[] {
  const given = new Set(text.split(' '));
  return mcpScopes.filter((scope) => given.has(scope));
}
