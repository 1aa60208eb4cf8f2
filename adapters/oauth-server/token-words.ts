import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { algorithmOf, takenAlgorithms } from '../../schema/values/public-key.ts';
import { DocumentFault } from './client-metadata.ts';
import { mountPath } from './metadata.ts';
import { faultSentence, notRightSentence } from './pages/error.ts';

/**
 * What a refusal at the token endpoint says beside its code (RFC 6749 §5.2, which takes ASCII without quotes). The library says
 * the same few words of everything; what it adds for itself would tell strangers which clients and codes there are.
 */
export function wordsFor(ctx: KoaContextWithOIDC, refused: errors.OIDCProviderError): string | undefined {
  const { error, error_description: said, cause, status } = refused;
  if (cause instanceof DocumentFault) return asciiOf(faultSentence(clientIdOf(ctx), cause.message));
  if (error === 'invalid_client_metadata') return asciiOf(notRightSentence(clientIdOf(ctx), said));
  if (error === 'invalid_client' && status === 401) return unprovedWords(ctx);
  if (error === 'invalid_grant' && ctx.oidc.params?.['grant_type'] === 'refresh_token')
    return (
      'The refresh token is not good. It is used once, by the client that it was given to, within 30 days, as long as what was ' +
      `consented to lasts; one that comes a second time ends all that came with it. Begin again at ${mountPath}/auth.`
    );
  if (error === 'invalid_grant')
    return (
      'The code is not good. It is used once, within 60 seconds, by the client and with the redirect_uri that it was asked for, ' +
      `with the code_verifier of its code_challenge, as long as what was consented to lasts. Begin again at ${mountPath}/auth.`
    );
  if (error === 'unsupported_grant_type')
    return 'There are the grant types authorization_code, refresh_token and client_credentials.';
  if (error === 'unsupported_token_type')
    return 'A token that a credential got for itself is not given back: it ends with the credential, or within ten minutes.';
  return undefined;
}

// The same whether there is such a client or not.
function unprovedWords(ctx: KoaContextWithOIDC): string {
  const method = methodTried(ctx);
  const came = method === 'private_key_jwt' ? algorithmIn(ctx) : '';
  return asciiOf(`The client could not prove who it is by the method ${method}. ${helpOf[method]}${came}`);
}

function algorithmIn({ oidc }: KoaContextWithOIDC): string {
  const alg = algorithmOf(String(oidc.params?.['client_assertion']));
  return alg === null ? '' : ` This one has the alg ${alg}.`;
}

type Method = keyof typeof helpOf;

const secretHelp =
  'See that client_id is the id of an MCP credential (mcpc_...), that client_secret is its newest secret (mcs_...), and that it ' +
  'was not revoked and has not expired.';
const helpOf = {
  client_secret_basic: `${secretHelp} Both are form-encoded before they go into the header.`,
  client_secret_post: secretHelp,
  private_key_jwt:
    'See that iss and sub of the assertion are the client_id, that aud is the issuer alone, that exp is at most five minutes from ' +
    'now, that jti was never used before, and that it is signed by the key of the client.' +
    ` An assertion may have the alg ${takenAlgorithms.join(', ')}, by the kind of its key.`,
  none: 'A client that has a secret or a key has to send it.',
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
