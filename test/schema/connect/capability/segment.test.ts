import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../../schema/connect/capability/build-segment.ts';
import type { IndexedRow } from '../../../../schema/connect/capability/indexed-words.ts';
import { rank } from '../../../../schema/connect/capability/rank.ts';
import {
  maxDictionary,
  maxMainDictionary,
  maxEntries,
  maxSearchedBytes,
  maxTerms,
  maxWords,
} from '../../../../schema/connect/capability/rules.ts';
import type { Scope } from '../../../../schema/connect/capability/scope.ts';
import { termsOf } from '../../../../schema/connect/capability/terms.ts';
import { random } from '../../../support/seed.ts';

const next = random();
const letters = 'abcdefghijklmnopqrstuvwxyz';

function word(length = 12): string {
  return Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('');
}

function row(number: number, parts: Partial<IndexedRow> = {}): IndexedRow {
  const key = `operation${number}`;
  const request = { kind: 'TOOL', tool: key };
  const id = String(number).padStart(6, '0');
  return { id, key, title: key, description: '', search: key, mode: 'read', request, ...parts };
}

async function segmentOf(rows: readonly IndexedRow[]) {
  return await buildSegment(
    (async function* () {
      yield rows;
    })(),
  );
}

async function foundIn(rows: readonly IndexedRow[], query: string, parts: Partial<Scope> = {}) {
  const segment = await segmentOf(rows);
  return await rank({ query, count: 10 }, [{ segment, known: null, names: [], ...parts }]);
}

describe('the index of a hostile description', () => {
  it('does not hide a granted capability behind many words with the same beginning', async () => {
    const hiding = Array.from({ length: 400 }, (_, number) =>
      row(number, {
        title: `quora${String(number)
          .padStart(3, '0')
          .replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? '')}`,
      }),
    );
    const rows = [...hiding, row(999, { title: 'quorzzz' })];
    const known = Uint8Array.from(rows, ({ id }) => (id === '000999' ? 1 : 0));

    expect(await foundIn(rows, 'quor', { known })).toEqual(['000999']);
  });

  it('takes at most so many words of a capability, and those of the title first', async () => {
    const description = Array.from({ length: 100_000 }, () => word(6)).join(' ');
    const { words, starts } = await segmentOf([row(1, { title: 'Bake a cake', description })]);

    expect(words.length).toBeLessThanOrEqual(maxWords);
    expect(starts.at(-1)).toBeLessThanOrEqual(maxWords);
    expect(words).toEqual(expect.arrayContaining(['bake', 'cake']));
  });

  it('takes at most so many distinct words of a connector, and finds the capabilities of the others', async () => {
    const rows = Array.from({ length: 600 }, (_, number) =>
      row(number, {
        title: `Report ${number}th`,
        description: Array.from({ length: 150 }, () => word()).join(' '),
      }),
    );
    const segment = await segmentOf(rows);

    expect(segment.words.length).toBeGreaterThanOrEqual(maxDictionary);
    expect(segment.words.length).toBeLessThanOrEqual(maxMainDictionary);
    expect(segment.words).toContain('599th');
    expect(segment.ids).toHaveLength(600);
    expect(segment.bytes).toBeLessThan(maxSearchedBytes / 3);
  });

  it('has a bound of entries and bytes', async () => {
    const words = Array.from({ length: 1000 }, () => word(40));
    // With 190 words each, these are more entries than the bound.
    const rows = Array.from({ length: 11_000 }, (_, number) =>
      row(number, {
        description: Array.from({ length: 190 }, () => words[Math.floor(next() * 1000)]).join(' '),
      }),
    );
    const segment = await segmentOf(rows);

    expect(segment.capabilities.length).toBeLessThanOrEqual(maxEntries);
    expect(segment.bytes).toBeLessThan(maxSearchedBytes / 2);
  }, 120_000);

  it('reads texts without an end, tags without an end and words of one stem', async () => {
    const rows = [
      row(1, { description: '<'.repeat(100_000) }),
      row(2, { description: 'a'.repeat(100_000), title: '((('.repeat(10_000) }),
      row(3, { description: Array.from({ length: 5000 }, (_, n) => `walk${'ing'.repeat(n % 9)}`).join(' ') }),
      row(4, { title: 'Walk the dog' }),
    ];

    expect((await foundIn(rows, 'walked')).toSorted()).toEqual(['000003', '000004']);
  });

  it('lets no query have more terms than a bound', () => {
    expect(termsOf(Array.from({ length: 5000 }, () => word(4)).join(' ')).length).toBeLessThanOrEqual(
      maxTerms + 1,
    );
  });
});

describe('the rank in the index', () => {
  const rows = [
    row(1, { title: 'List orders', description: 'Returns orders of the shop.' }),
    row(2, { title: 'List orders', description: 'Returns orders of the shop.' }),
    row(3, { title: 'List orders of a customer' }),
  ];

  it('is the same for every order of the connectors, and of the rows alike the lower id is first', async () => {
    const [one, other] = [await segmentOf(rows.slice(0, 1)), await segmentOf(rows.slice(1))];
    const scopes = [one, other].map((segment) => ({ segment, known: null, names: [] }));
    const asked = { query: 'orders', count: 10 };

    expect(await rank(asked, scopes)).toEqual(['000001', '000002', '000003']);
    expect(await rank(asked, scopes.toReversed())).toEqual(['000001', '000002', '000003']);
  });

  it('does not depend on capabilities outside the scope', async () => {
    const hidden = Array.from({ length: 50 }, (_, number) =>
      row(100 + number, { title: `Order ordering orderly of lists and customers ${number}` }),
    );
    for (const query of ['orders', 'ordering', 'orderly list', 'cust', 'odrers', 'of a customer']) {
      const alone = await foundIn(rows, query);
      const known = Uint8Array.from({ length: 53 }, (_, number) => (number < 3 ? 1 : 0));

      expect(await foundIn([...rows, ...hidden], query, { known }), query).toEqual(alone);
    }
  });
});
