import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../schema/values/id.ts';
import { endsOf, markOf, parsed, textOf } from '../../../../schema/connect/selection/text.ts';
import { count } from '../../../support/count.ts';
import { random, seed } from '../../../support/seed.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const next = random(seed());
const below = (most: number) => Math.floor(next() * most);
const now = new Date('2026-11-25T09:00:00Z');
const seconds = now.getTime() / 1000;

function one(expires = seconds + below(900)) {
  const ids = { connectionId: newId('connection'), capabilityId: newId('capability') };
  return { ...endsOf(ids), rows: 1 + below(1_000), expires, mark: markOf(randomBytes(32)) };
}

describe('the text of a selection', () => {
  it('has 40 characters, none of which looks like another or needs an escape', () => {
    for (let index = 0; index < count(10_000); index += 1)
      expect(textOf(one())).toMatch(/^sel_[0-9a-hjkmnp-tv-z]{36}$/);
  });

  it('returns the values that were written into it', () => {
    for (let index = 0; index < count(10_000); index += 1) {
      const told = one();

      expect(parsed(textOf(told), now)).toEqual(told);
    }
    for (const rows of [1, 1_000]) expect(parsed(textOf({ ...one(), rows }), now)?.rows).toBe(rows);
  });

  it('keeps its exact time of expiry for eight hours after that time', () => {
    for (const late of [0, 1, 900, 8 * 3_600])
      expect(parsed(textOf(one(seconds - late)), now)?.expires).toBe(seconds - late);
  });

  it('with one wrong character is invalid, or no longer matches its mark', () => {
    const told = one();
    const text = textOf(told);
    let found = 0;
    for (let at = 4; at < text.length; at += 1)
      for (const digit of alphabet.replace(text[at] ?? '', '')) {
        const read = parsed(text.slice(0, at) + digit + text.slice(at + 1), now);
        expect(read).not.toEqual(told);
        if (read === null) found += 1;
      }

    expect(found).toBeGreaterThan(36 * 31 * 0.98);
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -1)],
    ['too long', (text: string) => `${text}0`],
    ['in capitals', (text: string) => text.toUpperCase()],
    ['with two neighbors swapped', (text: string) => swapped(text)],
  ])('%s is invalid', (_what, change) => {
    expect(parsed(change(textOf(one())), now)).toBeNull();
  });
});

// Swaps the first two adjacent characters of the mark that differ.
function swapped(text: string): string {
  let at = 18;
  while (text[at] === text[at + 1]) at += 1;
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}
