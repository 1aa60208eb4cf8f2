import { timingSafeEqual } from 'node:crypto';
import Provider, { errors, type AdapterPayload, type Client } from 'oidc-provider';
import type { McpCredential } from '../../db/models/mcp-credential.ts';
import { credentialInForce } from '../../schema/identity/mcp-credential/in-force.ts';
import { digestOf, kindOfSecret } from '../../schema/values/secret.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** The member of a client's metadata with the version of the credential. */
export const versionMember = 'credential_version';

/**
 * Returns the MCP credential with this id as an OAuth client while it works. Other routes than those where a
 * client authenticates get undefined, so they do not reveal whether the credential exists.
 */
export async function credentialClient(
  { database: { knex }, clock }: Pick<SurfacePorts, 'database' | 'clock'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  if (!proving.has(Provider.ctx?.oidc.route)) return undefined;
  const credential = await credentialInForce({ knex, clock }, id);
  if (!credential) return undefined;
  return {
    client_id: id,
    client_name: credential.name,
    [versionMember]: credential.version,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    ...proofOf(credential),
  };
}

const proving: ReadonlySet<string | undefined> = new Set(['token', 'revocation']);

function proofOf({ digest, publicJwk }: McpCredential): AdapterPayload {
  if (digest)
    return { token_endpoint_auth_method: 'client_secret_basic', client_secret: digest.toString('base64url') };
  if (!publicJwk) throw new Error('An MCP credential is neither a secret nor a key.');
  return {
    token_endpoint_auth_method: 'private_key_jwt',
    // Only the type of the key decides which `alg` it verifies, because Ed25519 has two names.
    jwks: { keys: [{ ...publicJwk, use: 'sig' }] },
  };
}

/** Makes the library compare digests, the only stored form of secrets, and refuse with the right code. */
export function adaptClients(provider: Provider): void {
  Object.assign(provider.Client.prototype, { compareClientSecret, grantTypeAllowed });
}

// RFC 6749 §5.2: `unauthorized_client`, where the library reports `invalid_request`.
function grantTypeAllowed(this: Client, type: string): boolean {
  const isAllowed = this.grantTypes?.includes(type) ?? false;
  const { oidc } = Provider.ctx ?? {};
  if (!isAllowed && oidc?.route === 'token' && oidc.params?.['grant_type'] === type)
    throw new errors.UnauthorizedClient(`The client may not use the grant ${type}.`);
  return isAllowed;
}

function compareClientSecret(this: Client, given: string): boolean {
  // The checksum rejects a typo or a guess first.
  if (kindOfSecret(given) !== 'mcs') return false;
  const kept = Buffer.from(this.clientSecret ?? '', 'base64url');
  const digest = digestOf(given);
  return kept.length === digest.length && timingSafeEqual(kept, digest);
}
