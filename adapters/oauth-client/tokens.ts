import { OAuthFailure, type OAuthTokens } from '../../schema/kernel/ports/provider-oauth.ts';
import { own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { unreadable } from './failure.ts';
import { scopesOf } from './scopes.ts';
import { withoutSecrets } from './secrets.ts';

const maxTokenLength = 8192;
const maxSeconds = 1_000_000_000;

// Slack says whose token it is in the place of its type.
const bearing = new Set(['bearer', 'bot', 'user']);

/**
 * The tokens in a successful answer (RFC 6749 §5.1), and what is said of them but what has one of them, or of the secrets
 * that were sent, in it. Throws an OAuthFailure.
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

// In the header `authorization` nothing else can stand, nor in the vault.
function tokenIn(answer: JsonObject, name: string): string | null {
  const token = own(answer, name) ?? '';
  if (token === '') return null;
  if (typeof token === 'string' && token.length <= maxTokenLength && /^[\x21-\x7e]+$/.test(token))
    return token;
  throw unreadable(
    `It sends a token that is not a string of at most ${maxTokenLength} visible ASCII characters.`,
  );
}

// RFC 6749 §7.1: a token of a kind that is not known must not be used. Some say nothing, and mean a bearer’s.
function assertBearing(type: unknown): void {
  const name = type ?? 'bearer';
  if (typeof name === 'string' && bearing.has(name.toLowerCase())) return;
  throw new OAuthFailure(
    'token_type_unknown',
    'The authorization server sends an access token that is not a bearer token, which is not supported.',
  );
}

// Some send a text; some send 0 of tokens that do not end.
function secondsOf(given: unknown): number | null {
  const seconds = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= maxSeconds)) return null;
  return Math.floor(seconds);
}
