import type Provider from 'oidc-provider';
import { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import type { McpConsent, McpScope } from '../../db/models/mcp-consent.ts';
import { McpCredential } from '../../db/models/mcp-credential.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { endOf } from '../../schema/values/expiry.ts';
import { rememberedConsent } from '../../schema/identity/mcp-credential/consents.ts';
import { mcpPartiesOf } from '../../schema/identity/mcp-credential/tokens.ts';
import { contextOfSession } from '../http/context.ts';
import { contextOfRequest } from './requests.ts';
import { scopesIn } from './scopes.ts';

/** A person's consent as the OAuth grant stores it. */
export interface Picked {
  type: 'mcp_credential';
  credentialId: string;
  credentialVersion: number;
  consentId: string;
  personId: string;
}

interface Granting {
  sessionId: string;
  consent: McpConsent;
  credential: Pick<McpCredential, 'expiresOn'>;
  scopes: readonly McpScope[];
  now: Date;
}

/** Creates the grant for a code. It lasts as long as the credential, and its tokens end with it. */
export async function grantFor(
  provider: Provider,
  { sessionId, consent, credential, scopes, now }: Granting,
): Promise<Grant> {
  const { id: consentId, client, credentialId, credentialVersion, personId, resource } = consent;
  const grant = new provider.Grant({ accountId: sessionId, clientId: client });
  const picked: Picked = { type: 'mcp_credential', credentialId, credentialVersion, consentId, personId };
  grant.addResourceScope(resource, scopes.join(' '));
  grant.addRar({ ...picked });
  const seconds = Math.floor((endOf(credential.expiresOn).getTime() - now.getTime()) / 1000);
  Object.assign(grant, { expiresIn: Math.max(1, seconds) });
  await grant.save();
  return grant;
}

/** Returns the consent in a grant. Throws InvalidGrant if the grant is not ours. */
export function pickedIn(grant: { rar?: unknown } | undefined): Picked {
  const [picked] = (grant?.rar ?? []) as Picked[];
  if (picked?.type !== 'mcp_credential' || picked.consentId === undefined)
    throw new errors.InvalidGrant('nothing was picked at consent');
  return picked;
}

/**
 * Returns the grant for a request for authorization: from the consent just given, or from a remembered one.
 * Without either, returns undefined, and the library asks the person.
 */
export async function grantToGoOn(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc, req } = ctx;
  const given = oidc.result?.consent?.grantId;
  if (given) return await oidc.provider.Grant.find(given);
  const sessionId = oidc.session?.accountId;
  if (sessionId === undefined || oidc.promptPending('login') || oidc.promptPending('consent'))
    return undefined;
  const own = contextOfRequest(req);
  try {
    const scopes = scopesIn(oidc.params?.['scope']);
    const person = await contextOfSession(own, own.client, sessionId);
    const { audience: resource } = mcpPartiesOf(own.settings.baseUrl);
    const client = oidc.client?.clientId ?? '';
    const redirectUri = String(oidc.params?.['redirect_uri']);
    const consent = await rememberedConsent(person, { client, resource, scopes, redirectUri });
    if (!consent || scopes.length === 0) return undefined;
    const credential = await McpCredential.query(own.knex).findById(consent.credentialId).throwIfNotFound();
    return await grantFor(oidc.provider, { sessionId, consent, credential, scopes, now: own.clock.now() });
  } catch (error) {
    // Without a working session, the person signs in again.
    if (refusalOf(error)) return undefined;
    throw error;
  }
}
