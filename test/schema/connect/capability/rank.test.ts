import { expect, it } from 'vitest';
import { describedAs } from '../../../../bench/described.ts';
import { buildSegment } from '../../../../schema/connect/capability/build-segment.ts';
import type { IndexedRow } from '../../../../schema/connect/capability/indexed-words.ts';
import { rank } from '../../../../schema/connect/capability/rank.ts';
import type { Scope } from '../../../../schema/connect/capability/scope.ts';
import { count } from '../../../support/count.ts';
import { misspelt } from '../../../support/misspelt.ts';
import { random } from '../../../support/seed.ts';

const next = random();
const below = (max: number) => Math.floor(next() * max);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;
const size = 2_000;
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const rows = Array.from({ length: 3 * size }, (_, number) => rowOf(number));
const scopes = await Promise.all([0, 1, 2].map(async (number) => await scopeOf(number)));

function rowOf(number: number): IndexedRow {
  const { title, description } = describedAs(below(1_000_000));
  const method = oneOf(methods);
  return {
    id: `cap_${String(number).padStart(6, '0')}`,
    key: `operation${number}`,
    title,
    description,
    search: title,
    mode: method === 'GET' ? 'read' : 'write',
    request: { kind: 'HTTP', method, path: `/${title.split(' ')[1]}/{id}` },
  };
}

async function scopeOf(number: number): Promise<Scope> {
  const segment = await buildSegment(
    (async function* () {
      yield rows.slice(number * size, (number + 1) * size);
    })(),
  );
  const names = [{ words: [`provider${'abc'[number]}`], capabilities: null }];
  return { segment, known: null, names };
}

/** A scope that only some of its capabilities may influence. */
function partOf(scope: Scope): Scope {
  const share = next();
  return { ...scope, known: Uint8Array.from(scope.segment.ids, () => (next() < share ? 1 : 0)) };
}

function query(): string {
  const words = oneOf(rows).title.split(' ');
  const others = [
    ...oneOf(rows).title.split(' '),
    oneOf(['show me all', 'get rid of', 'providera', 'how do I']),
  ];
  const mixed = [...words, ...others].filter(() => next() < 0.6);
  const text = mixed.join(' ') || words.join(' ');
  return next() < 0.3 ? misspelt(text, below) : text;
}

it('finds the same best capabilities as a search that ranks all of them', async () => {
  for (let round = 0; round < count(20_000); round += 1) {
    const searched = scopes.filter(() => next() < 0.7).map((scope) => (next() < 0.3 ? partOf(scope) : scope));
    const asked = { query: query(), mode: oneOf([null, 'read', 'write'] as const) };
    const best = 1 + below(20);

    const all = await rank({ ...asked, count: Infinity }, searched);

    expect(await rank({ ...asked, count: best }, searched), asked.query).toEqual(all.slice(0, best));
  }
});
