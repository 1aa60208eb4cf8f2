import {
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  validateApplicationLevelSignature,
  type AuthorizationServer,
  type Client,
} from 'oauth4webapi';
import type { Egress } from '../../schema/kernel/ports/egress.ts';
import { OAuthFailure } from '../../schema/kernel/ports/provider-oauth.ts';
import { objectIn } from './answer.ts';
import { unproven } from './failure.ts';
import { sendingOptions } from './library.ts';
import { withoutSecrets } from './secrets.ts';

export interface Expected {
  metadata: AuthorizationServer;
  client: Client;
  nonce: string;
  /** The secrets that the subject must not contain, because the server shows it to others. */
  secrets: readonly string[];
}

/**
 * Verifies an id token (OpenID Connect Core 1.0 §3.1.3.7) and returns its subject. Also verifies the
 * signature, since the token may have come without TLS. Throws an OAuthFailure.
 */
export async function subjectOf(
  egress: Egress,
  idToken: unknown,
  { metadata, client, nonce, secrets }: Expected,
): Promise<string> {
  // The library's errors contain the response, so it gets no access token.
  const response = Response.json({ access_token: '-', token_type: 'bearer', id_token: idToken });
  try {
    const judged = await processAuthorizationCodeResponse(metadata, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await validateApplicationLevelSignature(metadata, response, sendingOptions(egress, objectIn));
    return named(getValidatedIdTokenClaims(judged)?.sub, secrets);
  } catch (error) {
    // Invalid keys and tokens fail in more ways than the library has errors for.
    throw error instanceof OAuthFailure ? error : idTokenUnproven(error);
  }
}

// OpenID Connect Core 1.0 §2: at most 255 ASCII characters.
function named(subject: unknown, secrets: readonly string[]): string {
  const isName = typeof subject === 'string' && /^[\x20-\x7e]{1,255}$/.test(subject);
  if (isName && withoutSecrets([subject], secrets).length > 0) return subject;
  throw idTokenUnproven();
}

function idTokenUnproven(error?: unknown): OAuthFailure {
  return unproven('The id token does not identify the person.', codeOf(error));
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
