import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestOf,
  kindOfSecret,
  mintSecret,
  secretKinds,
  secretPattern,
  type SecretKind,
} from '../../../schema/values/secret.ts';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { random, seed } from '../../support/seed.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letter = fc.constantFrom(...base62.split(''));
const lengthOf = (kind: SecretKind) => (kind.startsWith('whsec') ? 32 : 42);
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));

const t = await testApp();
const { secret } = await applicationWithKey(t, await cast(t));
const next = random(seed() + 1);

describe('a minted secret', () => {
  it.each(secretKinds.map((kind) => [kind, lengthOf(kind)] as const))(
    'spec §2: has the form %s_<prefix>_<secret>, with 10 and %i base62 characters',
    (kind, length) => {
      const minted = mintSecret(kind);

      expect(minted.text).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{10}_[0-9A-Za-z]{${length}}$`));
      expect(minted.text.split('_').at(-2)).toBe(minted.prefix);
      expect(minted.text.endsWith(minted.lastFour)).toBe(true);
      expect(minted.lastFour).toHaveLength(4);
    },
  );

  it('ends in 6 characters with the CRC-32 of everything before them', () => {
    for (const { text } of secretKinds.map(mintSecret))
      expect(text.slice(-6)).toBe(checksumByHand(text.slice(0, -6)));
  });

  it('is invalid in the length of another kind, even with a correct checksum', () => {
    for (const kind of secretKinds) {
      const { prefix } = mintSecret(kind);
      const body = `${kind}_${prefix}_${'a'.repeat(74 - 6 - lengthOf(kind))}`;

      expect(kindOfSecret(body + checksumByHand(body))).toBeNull();
    }
  });

  it('is recognized as its kind, and its digest is the same each time', () => {
    const kinds = fc.constantFrom(...secretKinds);

    fc.assert(
      fc.property(kinds, (kind) => {
        const { text, digest } = mintSecret(kind);
        expect(kindOfSecret(text)).toBe(kind);
        expect(digestOf(text)).toEqual(digest);
        expect(text).toMatch(secretPattern);
      }),
      { numRuns: count(10_000), seed: seed() },
    );
  });

  it('is unique, both in its prefix and as a whole', () => {
    const minted = Array.from({ length: count(100_000) }, () => mintSecret('ak_sandbox'));

    expect(new Set(minted.map(({ text }) => text)).size).toBe(minted.length);
    expect(new Set(minted.map(({ prefix }) => prefix)).size).toBe(minted.length);
  });

  it('is invalid after any change of one character', () => {
    const characters = fc.oneof(letter, fc.string({ unit: 'binary', maxLength: 2 }));
    const place = fc.nat({ max: secret.length - 1 });

    fc.assert(
      fc.property(place, characters, (at, character) => {
        fc.pre(character !== secret[at]);
        expect(kindOfSecret(secret.slice(0, at) + character + secret.slice(at + 1))).toBeNull();
      }),
      { numRuns: count(100_000), seed: seed() },
    );
  });

  it('is not matched by a random text, even in the right form', () => {
    const wellFormed = fc
      .constantFrom(...secretKinds)
      .chain((kind) => fc.tuple(fc.constant(kind), letters(10), letters(lengthOf(kind))))
      .map((parts) => parts.join('_'));

    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), wellFormed), (text) => {
        expect(kindOfSecret(text)).toBeNull();
      }),
      { numRuns: count(100_000), seed: seed() },
    );
  });
});

describe('a secret over HTTP', () => {
  it('is looked up in one query', async () => {
    const { answers, queries } = await calls([secret]);

    expect(answers).toEqual([200]);
    expect(queries).toBe(1);
  });

  it('is rejected without a query if any one character was changed', async () => {
    const changed = Array.from({ length: count(100_000) }, () => changeOne(secret));

    const { answers, queries } = await calls(changed);

    expect(new Set(answers)).toEqual(new Set([401]));
    expect(queries).toBe(0);
  });
});

async function calls(secrets: string[]): Promise<{ answers: number[]; queries: number }> {
  const answers: number[] = [];
  const { length: queries } = await t.statementsOf(async () => {
    for (const as of secrets) {
      const { status } = await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'm' } });
      answers.push(status);
    }
  });
  return { answers, queries };
}

function letters(length: number) {
  return fc.string({ unit: letter, minLength: length, maxLength: length });
}

function changeOne(text: string): string {
  const at = Math.floor(next() * text.length);
  const others = printable.filter((character) => character !== text[at]);
  return text.slice(0, at) + others[Math.floor(next() * others.length)] + text.slice(at + 1);
}

// CRC-32 (ISO 3309) bit by bit, in base62 with leading zeros.
function checksumByHand(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = base62[Number(rest % 62n)] + out;
    rest /= 62n;
  }
  return out;
}
