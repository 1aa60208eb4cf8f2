import { secretPattern } from '../schema/secret.ts';

const maxDecodings = 3;
const maxLoggedLength = 200;

// Names of parameters in lower case without anything between the words.
const credentialNames: ReadonlySet<string> = new Set([
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'sessiontoken',
  'token',
  'jwt',
  'bearer',
  'apikey',
  'key',
  'authorization',
  'auth',
  'secret',
  'clientsecret',
  'password',
  'credential',
]);

// A word can happen to hold the beginning of one of our secrets (`start_tutorial` holds `rt_`): inside a word only
// the whole form is taken for one, elsewhere a piece is enough. Either is swallowed to its end.
const piece = `(?:${secretPattern.source})`;
const ourSecrets = new RegExp(`(?<![0-9A-Za-z])${piece}\\w*|${piece}_[0-9A-Za-z]{20,}\\w*`, 'g');
const userInfo = /\/\/[^/?#\s@:]*:[^/?#\s]*@/g;
const dottedRun = /[\w.-]{8,}/g;
const parameter = /[?&;#]([^?&;#=]*)=(?=[^?&;#])/g;

/**
 * Whether a raw request target, or the value of a Referer header, holds one of our secrets, a JWT, a user with
 * a password, or a parameter that is named like a credential: as it stands or percent-decoded up to three times.
 */
export function credentialInUrl(url: string): boolean {
  let text = url;
  for (let decodings = 0; ; decodings += 1) {
    if (replaceCredentials(text, '') !== text || hasCredentialParameter(text)) return true;
    const decoded = text.includes('%') ? decode(text) : text;
    if (decoded === text || decodings === maxDecodings) return false;
    text = decoded;
  }
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

function hasCredentialParameter(text: string): boolean {
  for (const [, name = ''] of text.matchAll(parameter)) {
    if (credentialNames.has(name.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase())) return true;
  }
  return false;
}

// Byte by byte, since credentials are ASCII and a broken encoding must hide nothing.
function decode(text: string): string {
  return text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
