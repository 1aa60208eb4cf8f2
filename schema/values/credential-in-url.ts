import { hasCredentialParameter } from './credential-parameters.ts';
import { refuse, type Refusal } from './errors.ts';
import { decodings } from './percent.ts';
import { secretPattern } from './secret.ts';

const maxLoggedLength = 200;

// A word can contain the start of a secret by chance (`start_tutorial` contains `rt_`). Inside a word only
// the whole form matches, elsewhere a piece is enough. Both match to the end of the word.
const piece = `(?:${secretPattern.source})`;
const ourSecrets = new RegExp(`(?<![0-9A-Za-z])${piece}\\w*|${piece}_[0-9A-Za-z]{20,}\\w*`, 'g');
const userInfo = /\/\/[^/?#\s@:]*:[^/?#\s]*@/g;
const dottedRun = /[\w.-]{8,}/g;

const authorizationEndpoint = /^(?:https?:\/\/[^/?#]*)?\/oauth\/auth$/;
/** The parameters that a client chooses for authorization; RFC 6749 §4.1.1, RFC 7636 §4.3. */
const ofAuthorization = new Set(['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge']);
/** The random id of a sign-in, which may contain `rt_` by chance. None of our secrets is as short. */
const signInId = /^((?:https?:\/\/[^/?#]*)?\/oauth\/(?:auth|interaction)\/)[\w-]{43}(?=$|[?#])/;

/**
 * Whether a request target or Referer contains a secret of ours, a JWT, a user with a password, or a
 * parameter named like a credential. Checks it plain and percent-decoded up to three times.
 */
export function credentialInUrl(url: string): boolean {
  for (const text of decodings(withoutOpaque(url)))
    if (replaceCredentials(text, '') !== text || hasCredentialParameter(text)) return true;
  return false;
}

export function credentialRefused(): Refusal {
  return refuse(
    'credential_in_url',
    'A credential was sent in a URL, which logs and histories store. Treat it as leaked: rotate it, and send it ' +
      'in the Authorization header.',
  );
}

// A client's own URL and state may look like anything, even a JWT, and give no access here.
function withoutOpaque(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!authorizationEndpoint.test(path)) return url.replace(signInId, '$1');
  const others = url
    .slice(path.length + 1)
    .split('&')
    .filter((pair) => !ofAuthorization.has(pair.split('=', 1)[0] ?? ''));
  return `${path}?${others.join('&')}`;
}

/** Returns at most 200 characters of a URL's path for the log, never the query; `[refused]` for secrets. */
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

// A single regular expression from each `eyJ` to two dots would take quadratic time.
function holdsJwt(run: string): boolean {
  const parts = run.split('.');
  return parts.slice(0, -2).some((part) => part.includes('eyJ'));
}
