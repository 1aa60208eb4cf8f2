import { mcpScopes } from '../../db/models/mcp-consent.ts';
import type { Settings } from '../../schema/kernel/ports/settings.ts';
import { takenAlgorithms } from '../../schema/values/public-key.ts';
import { algorithm } from '../../schema/identity/session/signing-key.ts';

export const mountPath = '/oauth';

/** The path where clients revoke tokens (RFC 7009). */
export const revocationPath = '/revoke';

/** The path where clients register themselves (RFC 7591), if the operator allows it. */
export const registrationPath = '/register';

/** The scope for refresh tokens (OpenID Connect Core 1.0 §11), which this server issues without it. */
export const offlineAccess = 'offline_access';

/** How clients authenticate for tokens; `none` is for clients of people, which cannot keep a secret. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

/** Returns the metadata of RFC 8414 §2; OpenID discovery requires the last two members. */
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
 * The paths of the metadata. RFC 8414 §3.1 puts the issuer's path after the well-known one, OpenID Connect
 * Discovery 1.0 §4 before it. Clients try both names in both places.
 */
export const metadataPaths = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
  `/.well-known/${name}${mountPath}`,
  `${mountPath}/.well-known/${name}`,
]);
