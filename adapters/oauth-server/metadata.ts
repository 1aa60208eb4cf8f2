import { mcpScopes } from '../../db/models/mcp-consent.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import { takenAlgorithms } from '../../schema/values/public-key.ts';
import { algorithm } from '../../schema/identity/session/signing-key.ts';

export const mountPath = '/oauth';

/** Where clients give tokens back (RFC 7009). */
export const revocationPath = '/revoke';

/** Where clients register themselves (RFC 7591), where they may. */
export const registrationPath = '/register';

/** What OpenID Connect Core 1.0 §11 has clients ask for refresh tokens by. Here they get one without it. */
export const offlineAccess = 'offline_access';

/** How clients prove who they are at the token endpoint; `none` is for those of a person, which keep no secret. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

/** What RFC 8414 §2 has an authorization server say of itself; the last two are what OpenID discovery cannot do without. */
export function metadataOf({ baseUrl, registersClients }: Pick<Settings, 'baseUrl' | 'registersClients'>) {
  const issuer = `${baseUrl}${mountPath}`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}${revocationPath}`,
    ...(registersClients && { registration_endpoint: `${issuer}${registrationPath}` }),
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    scopes_supported: [...mcpScopes, offlineAccess],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: takenAlgorithms,
    revocation_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_signing_alg_values_supported: takenAlgorithms,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    request_uri_parameter_supported: false,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [algorithm],
  };
}

/**
 * Where it is found: RFC 8414 §3.1 puts the issuer's path behind the well-known one, OpenID Connect Discovery 1.0 §4 before
 * it, and clients try either name in either place.
 */
export const metadataPaths = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
  `/.well-known/${name}${mountPath}`,
  `${mountPath}/.well-known/${name}`,
]);
