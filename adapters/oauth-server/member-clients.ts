import type { AdapterPayload } from 'oidc-provider';
import type { McpClient } from '../../db/models/mcp-client.ts';
import { clientInForce } from '../../schema/identity/mcp-client/in-force.ts';
import { isNative } from '../../schema/values/redirect-uri.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** A client that a member has registered, as long as it is. It is read each time, so that one that was deleted goes no step further. */
export async function memberClient(
  { database: { knex } }: Pick<SurfacePorts, 'database'>,
  id: string,
): Promise<AdapterPayload | undefined> {
  const client = await clientInForce(knex, id);
  return client
    ? { client_id: id, client_name: client.name, ...proofOf(client), ...ofPeople(client.redirectUris) }
    : undefined;
}

/** What every client that people connect has in common, whoever has registered it. */
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
    // The kind of the key alone decides which `alg` it verifies: Ed25519 has two names.
    jwks: { keys: [{ ...publicJwk, use: 'sig' }] },
  };
}
