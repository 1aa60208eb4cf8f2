import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { algorithmOf, takenAlgorithms } from '../../schema/values/public-key.ts';
import { DocumentFault } from './client-metadata.ts';
import { mountPath } from './metadata.ts';
import { faultSentence, notRightSentence } from './pages/error.ts';

/**
 * Returns the description of a refusal at the token endpoint (RFC 6749 §5.2, ASCII without quotes), or
 * undefined for the library's. The library's details would reveal which clients and codes exist.
 */
export function wordsFor(ctx: KoaContextWithOIDC, refused: errors.OIDCProviderError): string | undefined {
  const { error, error_description: said, cause, status } = refused;
  if (cause instanceof DocumentFault) return asciiOf(faultSentence(clientIdOf(ctx), cause.message));
  if (error === 'invalid_client_metadata') return asciiOf(notRightSentence(clientIdOf(ctx), said));
  if (error === 'invalid_client' && status === 401) return unprovedText(ctx);
  if (error === 'invalid_grant' && ctx.oidc.params?.['grant_type'] === 'refresh_token')
    return (
      'The refresh token is not valid. It works once, for the client that got it, within 30 days, while its ' +
      `consent is active. A second use ends all tokens of its session. Start again at ${mountPath}/auth.`
    );
  if (error === 'invalid_grant')
    return (
      'The code is not valid. It works once, within 60 seconds, for the same client, redirect_uri and ' +
      `code_verifier, while its consent is active. Start again at ${mountPath}/auth.`
    );
  if (error === 'unsupported_grant_type')
    return 'The grant types are authorization_code, refresh_token and client_credentials.';
  if (error === 'unsupported_token_type')
    return 'A token of client_credentials cannot be revoked: it ends with its credential, or within ten minutes.';
  return undefined;
}

// The same whether or not the client exists.
function unprovedText(ctx: KoaContextWithOIDC): string {
  const method = methodTried(ctx);
  const came = method === 'private_key_jwt' ? algorithmIn(ctx) : '';
  return asciiOf(`The client could not authenticate with the method ${method}. ${helpOf[method]}${came}`);
}

function algorithmIn({ oidc }: KoaContextWithOIDC): string {
  const alg = algorithmOf(String(oidc.params?.['client_assertion']));
  return alg === null ? '' : ` This one has the alg ${alg}.`;
}

type Method = keyof typeof helpOf;

const secretHelp =
  'Check that client_id is the id of an MCP credential (mcpc_...), and that client_secret is its newest secret ' +
  '(mcs_...). The credential must not be revoked or expired.';
const helpOf = {
  client_secret_basic: `${secretHelp} Form-encode both before you put them into the header.`,
  client_secret_post: secretHelp,
  private_key_jwt:
    'Check that iss and sub of the assertion are the client_id, and that aud is only the issuer. Check that exp ' +
    'is at most five minutes from now, use a new jti, and sign with the key of the client. An assertion may ' +
    `have the alg ${takenAlgorithms.join(', ')}, according to the type of its key.`,
  none: 'A client that has a secret or a key must send it.',
} as const;

function methodTried({ headers, oidc }: KoaContextWithOIDC): Method {
  if (oidc.params?.['client_assertion'] !== undefined) return 'private_key_jwt';
  if (oidc.params?.['client_secret'] !== undefined) return 'client_secret_post';
  return headers.authorization === undefined ? 'none' : 'client_secret_basic';
}

function clientIdOf({ oidc }: KoaContextWithOIDC): string {
  const id = oidc.params?.['client_id'];
  return typeof id === 'string' ? id : '';
}

function asciiOf(text: string): string {
  return text.replaceAll(/["\\]|[^\x20-\x7E]/g, '?');
}
