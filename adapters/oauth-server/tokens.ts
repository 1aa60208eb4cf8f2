import { errors, type AccessToken, type ClientCredentials, type KoaContextWithOIDC } from 'oidc-provider';
import { refusalOf } from '../../schema/values/errors.ts';
import { giveMcpToken } from '../../schema/identity/mcp-credential/give-token.ts';
import { mcpClaims } from '../../schema/identity/mcp-credential/tokens.ts';
import { versionMember } from './clients.ts';
import { pickedIn } from './grants.ts';
import { contextOfRequest } from './requests.ts';
import { scopesIn } from './scopes.ts';

interface Jwt {
  header: Record<string, unknown> | undefined;
  payload: Record<string, unknown>;
}

/** Checks the credential, and gives the token the claims that the verifier reads. */
export async function completeToken(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  { payload }: Jwt,
): Promise<void> {
  const own = contextOfRequest(ctx.req);
  const client = ctx.oidc.client?.clientId ?? '';
  const scopes = scopesIn([...token.scopes].join(' '));
  try {
    if (token.kind === 'ClientCredentials') {
      const got = { credentialId: client, credentialVersion: Number(ctx.oidc.client?.[versionMember]) };
      await giveMcpToken(own, { ...got, scopes, consentId: null });
      Object.assign(payload, mcpClaims({ ...got, subject: client, client }, own.clock.now()));
    } else {
      const { credentialId, credentialVersion, consentId, personId } = pickedIn(ctx.oidc.entities.Grant);
      await giveMcpToken(own, { credentialId, credentialVersion, scopes, consentId });
      const { grantId } = token;
      const got = { credentialId, credentialVersion, subject: personId, client, grantId };
      Object.assign(payload, mcpClaims(got, own.clock.now()));
    }
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    throw token.kind === 'ClientCredentials'
      ? new errors.InvalidClientAuth(refusal.message)
      : new errors.InvalidGrant(refusal.message);
  }
}
