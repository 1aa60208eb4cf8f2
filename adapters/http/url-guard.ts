import { hasCredentialParameter } from '../../schema/values/credential-parameters.ts';
import { decodings } from '../../schema/values/percent.ts';
import { secretPattern } from '../../schema/values/secret.ts';

const maxLoggedLength = 200;

// A word can happen to hold the beginning of one of our secrets (`start_tutorial` holds `rt_`): inside a word only
// the whole form is taken for one, elsewhere a piece is enough. Either is swallowed to its end.
const piece = `(?:${secretPattern.source})`;
const ourSecrets = new RegExp(`(?<![0-9A-Za-z])${piece}\\w*|${piece}_[0-9A-Za-z]{20,}\\w*`, 'g');
const userInfo = /\/\/[^/?#\s@:]*:[^/?#\s]*@/g;
const dottedRun = /[\w.-]{8,}/g;

const authorizationEndpoint = /^(?:https?:\/\/[^/?#]*)?\/oauth\/auth$/;
/** What a client of our authorization server sends a person there with; RFC 6749 §4.1.1, RFC 7636 §4.3. */
const ofAuthorization = new Set(['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge']);
/** The random id of a sign-in, in which `rt_` occurs now and then. No secret of ours is as short. */
const signInId = /^((?:https?:\/\/[^/?#]*)?\/oauth\/(?:auth|interaction)\/)[\w-]{43}(?=$|[?#])/;

/**
 * Whether a raw request target, or the value of a Referer header, holds one of our secrets, a JWT, a user with
 * a password, or a parameter that is named like a credential: as it stands or percent-decoded up to three times.
 */
export function credentialInUrl(url: string): boolean {
  for (const text of decodings(withoutOpaque(url)))
    if (replaceCredentials(text, '') !== text || hasCredentialParameter(text)) return true;
  return false;
}

// A client's own address and state may look like anything, a JWT included, and open nothing here.
function withoutOpaque(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!authorizationEndpoint.test(path)) return url.replace(signInId, '$1');
  const others = url
    .slice(path.length + 1)
    .split('&')
    .filter((pair) => !ofAuthorization.has(pair.split('=', 1)[0] ?? ''));
  return `${path}?${others.join('&')}`;
}

/** What may be logged of a URL: its path, at most 200 characters of it, or `[refused]`. Never the query. */
export function routeOnly(url: string): string {
  if (credentialInUrl(url)) return '[refused]';
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.length > maxLoggedLength ? `${path.slice(0, maxLoggedLength)}…` : path;
}

/** Replaces our secrets, JWTs and the user and password of a URL, in time linear to the text. */
export function replaceCredentials(text: string, replacement: string): string {
  let out = text;
  if (out.includes('_')) out = out.replace(ourSecrets, replacement);
  if (out.includes('eyJ')) out = out.replace(dottedRun, (run) => (holdsJwt(run) ? replacement : run));
  if (out.includes('//')) out = out.replace(userInfo, `//${replacement}@`);
  return out;
}

// Looking from each `eyJ` for two dots in one regular expression would take quadratic time.
function holdsJwt(run: string): boolean {
  const parts = run.split('.');
  return parts.slice(0, -2).some((part) => part.includes('eyJ'));
}
