import type { AdapterPayload } from 'oidc-provider';
import type { McpClient } from '../../db/models/mcp-client.ts';
import { clientInForce } from '../../schema/identity/mcp-client/in-force.ts';
import { isNative } from '../../schema/values/redirect-uri.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** Returns a client that a member registered. Each request reads it, so a deletion applies immediately. */
export async function memberClient(
  { database: { knex } }: Pick<SurfacePorts, 'database'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  const client = await clientInForce(knex, id);
  return client
    ? { client_id: id, client_name: client.name, ...proofOf(client), ...ofPeople(client.redirectUris) }
    : undefined;
}

/** Returns the metadata common to all clients that people connect. */
export function ofPeople(redirectUris: string[]) {
  return {
    redirect_uris: redirectUris,
    application_type: isNative(redirectUris) ? ('native' as const) : ('web' as const),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
  };
}

function proofOf({ publicJwk }: McpClient): AdapterPayload {
  if (!publicJwk) return { token_endpoint_auth_method: 'none' };
  return {
    token_endpoint_auth_method: 'private_key_jwt',
    // Only the type of the key decides which `alg` it verifies, because Ed25519 has two names.
    jwks: { keys: [{ ...publicJwk, use: 'sig' }] },
  };
}
