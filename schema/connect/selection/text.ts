import { crc32 } from 'node:zlib';

/**
 * What a selection says by itself, in 40 characters. Its ids are told by their last characters alone, which are random; the mark
 * proves the whole of them, and all else that is bound (ADR 62).
 */
export interface SelectionText {
  connectionEnd: string;
  capabilityEnd: string;
  /** The most rows that it lets be read. */
  rows: number;
  /** In seconds since 1970. */
  expires: number;
  mark: string;
}

/** Those of ids, without letters that look like digits or like each other; nothing of it needs an escape anywhere. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const prefix = 'sel_';
const form = /^sel_(?<connectionEnd>.{4})(?<capabilityEnd>.{5})(?<when>.{5})(?<mark>.{20})(?<check>.{2})$/;

const rowBits = 10n;
const secondBits = 15n;
/** How far in the future one may expire, as clocks of instances differ. */
const aheadSeconds = 3_600;

export function textOf({ connectionEnd, capabilityEnd, rows, expires, mark }: SelectionText): string {
  const when = (BigInt.asUintN(Number(secondBits), BigInt(expires)) << rowBits) | BigInt(rows - 1);
  const body = `${prefix}${connectionEnd}${capabilityEnd}${digitsOf(when, 5)}${mark}`;
  return body + checkOf(body);
}

/** Null for whatever was not written so, or has a typo in it. */
export function parsed(text: string, now: Date): SelectionText | null {
  const { connectionEnd, capabilityEnd, when, mark, check } = form.exec(text)?.groups ?? {};
  if (!connectionEnd || !capabilityEnd || !when || !mark || check !== checkOf(text.slice(0, -2))) return null;
  const value = valueOf(when);
  const rows = Number(BigInt.asUintN(Number(rowBits), value)) + 1;
  return { connectionEnd, capabilityEnd, rows, expires: momentOf(value >> rowBits, now), mark };
}

/** The last characters of an id that a text holds of it. */
export const endsOf = ({ connectionId, capabilityId }: { connectionId: string; capabilityId: string }) => ({
  connectionEnd: connectionId.slice(-4),
  capabilityEnd: capabilityId.slice(-5),
});

/** The first 100 bits of a mark. */
export function markOf(hash: Buffer): string {
  return digitsOf(BigInt(`0x${hash.toString('hex', 0, 13)}`) >> 4n, 20);
}

// Of nine hours the text tells which second; the mark is over the whole moment, so that it comes back at no other one.
function momentOf(seconds: bigint, now: Date): number {
  const latest = BigInt(Math.floor(now.getTime() / 1000) + aheadSeconds);
  return Number(latest - BigInt.asUintN(Number(secondBits), latest - seconds));
}

// A typo is found without asking anybody, 1,023 times of 1,024; the mark finds the others.
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
