import { OAuthFailure, type OAuthTokens } from '../../schema/kernel/ports/provider-oauth.ts';
import { own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { unreadable } from './failure.ts';
import { scopesOf } from './scopes.ts';
import { withoutSecrets } from './secrets.ts';

const maxTokenLength = 8192;
const maxSeconds = 1_000_000_000;

// Slack sends the kind of owner in place of the token's type.
const bearing = new Set(['bearer', 'bot', 'user']);

/**
 * Returns the tokens of a successful answer (RFC 6749 §5.1), without scopes that contain a token or a sent
 * secret. Throws an OAuthFailure.
 */
export function tokensOf(answer: JsonObject, sent: readonly string[]): Omit<OAuthTokens, 'subject'> {
  const accessToken = tokenIn(answer, 'access_token');
  if (accessToken === null) throw unreadable('It sends no access token.');
  assertBearing(own(answer, 'token_type'));
  const refreshToken = tokenIn(answer, 'refresh_token');
  const scopes = scopesOf(own(answer, 'scope'));
  return {
    accessToken,
    refreshToken,
    expiresInSeconds: secondsOf(own(answer, 'expires_in')),
    scopes: scopes && withoutSecrets(scopes, [...sent, accessToken, refreshToken ?? '']),
  };
}

// The header `authorization` and the vault accept only these characters.
function tokenIn(answer: JsonObject, name: string): string | null {
  const token = own(answer, name) ?? '';
  if (token === '') return null;
  if (typeof token === 'string' && token.length <= maxTokenLength && /^[\x21-\x7e]+$/.test(token))
    return token;
  throw unreadable(
    `It sends a token that is not a string of at most ${maxTokenLength} visible ASCII characters.`,
  );
}

// RFC 6749 §7.1: no use of tokens of an unknown type. Some servers omit the type of a bearer token.
function assertBearing(type: unknown): void {
  const name = type ?? 'bearer';
  if (typeof name === 'string' && bearing.has(name.toLowerCase())) return;
  throw new OAuthFailure(
    'token_type_unknown',
    'The authorization server sends an access token that is not a bearer token, which is not supported.',
  );
}

// Some servers send a string; some send 0 for tokens that do not expire.
function secondsOf(given: unknown): number | null {
  const seconds = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= maxSeconds)) return null;
  return Math.floor(seconds);
}
