import { errors, type AccessToken, type ClientCredentials, type KoaContextWithOIDC } from 'oidc-provider';
import { mcpScopes, type McpScope } from '../../schema/access/caller.ts';
import { refusalOf } from '../../schema/errors.ts';
import { giveMcpToken } from '../../schema/mcp-credential/give-token.ts';
import { mcpClaims } from '../../schema/mcp-credential/tokens.ts';
import { versionMember } from './clients.ts';
import { contextBehind } from './requests.ts';
import { signedIn } from './sessions.ts';

/** What a person consented to, as the grant of OAuth keeps it. */
export interface Picked {
  type: 'mcp_credential';
  credentialId: string;
  credentialVersion: number;
}

interface Jwt {
  header: Record<string, unknown> | undefined;
  payload: Record<string, unknown>;
}

/** Judges the credential and has the token say what the verifier reads. */
export async function completeToken(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  { payload }: Jwt,
): Promise<void> {
  const own = contextBehind(ctx.req);
  const client = ctx.oidc.client?.clientId ?? '';
  const scopes = [...token.scopes].filter(isKnown);
  try {
    if (token.kind === 'ClientCredentials') {
      const got = { credentialId: client, credentialVersion: Number(ctx.oidc.client?.[versionMember]) };
      await giveMcpToken(own, { ...got, scopes, consent: null });
      Object.assign(payload, mcpClaims({ ...got, subject: client, client }, own.clock.now()));
    } else {
      const { credentialId, credentialVersion } = pickedIn(ctx);
      const person = await signedIn(own, ctx.oidc.account?.accountId ?? '');
      if (!person) throw new errors.InvalidGrant('the sign-in has ended');
      const { personId } = person;
      await giveMcpToken(own, { credentialId, credentialVersion, scopes, consent: { personId, client } });
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

function isKnown(scope: string): scope is McpScope {
  return (mcpScopes as readonly string[]).includes(scope);
}

function pickedIn({ oidc }: KoaContextWithOIDC): Picked {
  const [picked] = (oidc.entities.Grant?.rar ?? []) as unknown as Picked[];
  if (picked?.type !== 'mcp_credential') throw new errors.InvalidGrant('nothing was picked at consent');
  return picked;
}
