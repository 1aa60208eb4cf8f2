import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Self-describing secrets: `<kind>_<prefix>_<secret>`. The prefix is 10 random base62 characters. The secret
 * is 36 random ones, or 26 for signing secrets, and a checksum of 6: the base62 CRC-32 of everything before.
 * The server rejects typos and guesses without a query, and scanners can identify leaked secrets offline.
 * Spec §2.
 */
export const secretKinds = [
  'ak_sandbox',
  'ak_live',
  'rt',
  'acs',
  'mcs',
  'tok_invite',
  'tok_verify',
  'tok_reset',
  'tok_signup',
  'whsec_sandbox',
  'whsec_live',
] as const;
export type SecretKind = (typeof secretKinds)[number];

export interface MintedSecret {
  /** The whole text, which is returned once and never stored. */
  text: string;
  digest: Buffer;
  prefix: string;
  lastFour: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = new RegExp(`^(${secretKinds.join('|')})_[0-9A-Za-z]{10}_([0-9A-Za-z]{32,42})$`);

/** Finds our secrets inside a longer text, whole or truncated. */
export const secretPattern = new RegExp(`(?:${secretKinds.join('|')})_[0-9A-Za-z]{6,}`);

const prefixForm = new RegExp(`^(?:${secretKinds.join('|')})_([0-9A-Za-z]{10})(?:_|$)`);

/** Returns the prefix in a secret, also if the rest is masked or missing; null for other texts. */
export function prefixIn(text: string): string | null {
  return prefixForm.exec(text)?.[1] ?? null;
}

export function mintSecret(kind: SecretKind): MintedSecret {
  const prefix = randomText(10);
  const body = `${kind}_${prefix}_${randomText(lengthOf(kind) - 6)}`;
  const text = body + checksum(body);
  return { text, digest: digestOf(text), prefix, lastFour: text.slice(-4) };
}

/** Returns the kind of a well-formed secret, without a query; null for anything else. */
export function kindOfSecret(text: string): SecretKind | null {
  const [, name, secret] = form.exec(text) ?? [];
  const kind = name as SecretKind | undefined;
  if (!kind || secret?.length !== lengthOf(kind) || checksum(text.slice(0, -6)) !== text.slice(-6))
    return null;
  return kind;
}

// The whole signing secret is an HMAC key: 26 random characters have 154 bits.
function lengthOf(kind: SecretKind): number {
  return kind === 'whsec_sandbox' || kind === 'whsec_live' ? 32 : 42;
}

// Slow hashes protect weak passwords. A secret of at least 154 random bits needs none, and SHA-256 keeps
// refusals cheap.
export function digestOf(text: string): Buffer;
export function digestOf(text: string, encoding: 'base64'): string;
export function digestOf(text: string, encoding: 'base64' | 'buffer' = 'buffer'): Buffer | string {
  return hash('sha256', text, encoding);
}

function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = alphabet[value % 62] + out;
    value = Math.floor(value / 62);
  }
  return out;
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(62)]).join('');
}
