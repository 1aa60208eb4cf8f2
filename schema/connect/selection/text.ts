import { crc32 } from 'node:zlib';

/**
 * The content of a selection’s 40 characters. Ids appear only with their last, random characters. The mark
 * proves the full ids and all other bound values (ADR 62).
 */
export interface SelectionText {
  connectionEnd: string;
  capabilityEnd: string;
  /** The row limit. */
  rows: number;
  /** In seconds since 1970. */
  expires: number;
  mark: string;
}

/**
 * The alphabet of ids: no letters that look like digits or like each other, and none that needs an escape.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const prefix = 'sel_';
const form = /^sel_(?<connectionEnd>.{4})(?<capabilityEnd>.{5})(?<when>.{5})(?<mark>.{20})(?<check>.{2})$/;

const rowBits = 10n;
const secondBits = 15n;
/** How far in the future an expiry may lie, since the clocks of instances differ. */
const aheadSeconds = 3_600;

export function textOf({ connectionEnd, capabilityEnd, rows, expires, mark }: SelectionText): string {
  const when = (BigInt.asUintN(Number(secondBits), BigInt(expires)) << rowBits) | BigInt(rows - 1);
  const body = `${prefix}${connectionEnd}${capabilityEnd}${digitsOf(when, 5)}${mark}`;
  return body + checkOf(body);
}

/** Parses a selection; null if its format or its check characters are wrong. */
export function parsed(text: string, now: Date): SelectionText | null {
  const { connectionEnd, capabilityEnd, when, mark, check } = form.exec(text)?.groups ?? {};
  if (!connectionEnd || !capabilityEnd || !when || !mark || check !== checkOf(text.slice(0, -2))) return null;
  const value = valueOf(when);
  const rows = Number(BigInt.asUintN(Number(rowBits), value)) + 1;
  return { connectionEnd, capabilityEnd, rows, expires: momentOf(value >> rowBits, now), mark };
}

/** Returns the last characters of both ids, as a selection contains them. */
export const endsOf = ({ connectionId, capabilityId }: { connectionId: string; capabilityId: string }) => ({
  connectionEnd: connectionId.slice(-4),
  capabilityEnd: capabilityId.slice(-5),
});

/** Returns the first 100 bits of the hash as a mark. */
export function markOf(hash: Buffer): string {
  return digitsOf(BigInt(`0x${hash.toString('hex', 0, 13)}`) >> 4n, 20);
}

// The text contains 15 bits of the expiry, which identify a second within nine hours. The mark covers the
// full time, so the text is valid at no other time.
function momentOf(seconds: bigint, now: Date): number {
  const latest = BigInt(Math.floor(now.getTime() / 1000) + aheadSeconds);
  return Number(latest - BigInt.asUintN(Number(secondBits), latest - seconds));
}

// Detects 1,023 of 1,024 typos without a query; the mark detects the others.
function checkOf(body: string): string {
  return digitsOf(BigInt(crc32(body) & 1_023), 2);
}

function digitsOf(value: bigint, length: number): string {
  return Array.from({ length }, (_, index) => {
    const shift = BigInt(5 * (length - 1 - index));
    return alphabet[Number((value >> shift) & 31n)];
  }).join('');
}

function valueOf(digits: string): bigint {
  return Array.from(digits).reduce((value, digit) => value * 32n + BigInt(alphabet.indexOf(digit)), 0n);
}
