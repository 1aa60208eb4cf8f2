import {
  AuthorizationResponseError,
  validateAuthResponse,
  type AuthorizationServer,
  type Client,
} from 'oauth4webapi';
import type { Consent, OAuthServer } from '../../schema/kernel/ports/provider-oauth.ts';
import { ofError, unproven, unreadable } from './failure.ts';

/**
 * Returns the browser's parameters if they belong to this server and to this request (RFC 6749 §4.1.2, RFC
 * 9207). Throws an OAuthFailure otherwise, and if they report an error.
 */
export function grantedBy(
  server: OAuthServer,
  { metadata, client }: { metadata: AuthorizationServer; client: Client },
  { answer, state }: Pick<Consent, 'answer' | 'state'>,
): URLSearchParams {
  const given = new URLSearchParams(answer);
  if (server.issuer === null) given.delete('iss');
  const granted = judged(metadata, client, given, state);
  const [code, ...more] = granted.getAll('code');
  if (!code || more.length > 0) throw unreadable('The browser returned neither one code nor an error.');
  return granted;
}

function judged(metadata: AuthorizationServer, client: Client, given: URLSearchParams, state: string) {
  try {
    return validateAuthResponse(metadata, client, given, state);
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw ofError(error.error);
    throw unproven('The browser’s answer belongs to another authorization server or to another request.');
  }
}
