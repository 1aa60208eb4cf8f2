import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { createSnapshots } from '../../../server/cache/snapshots.ts';

const nowhere = undefined as unknown as Knex;

const always = () => true;

interface Read {
  name: string;
  found: PromiseWithResolvers<string | null>;
}

/** A cache of texts that depend on the chains they name; the test controls each read. */
function memory({ max = 10, isGood = always }: { max?: number; isGood?: () => boolean } = {}) {
  const reads: Read[] = [];
  const texts = {
    max,
    read: async (_knex: Knex, name: string) => {
      const found = Promise.withResolvers<string | null>();
      reads.push({ name, found });
      return await found.promise;
    },
    chainsOf: (text: string) => text.split(' '),
  };
  const held = createSnapshots(nowhere, { isGood });
  const of = async (name: string) => await held.of(texts, name);
  const known = async (name: string, text: string) => {
    const asked = of(name);
    reads.at(-1)?.found.resolve(text);
    await asked;
  };
  return { held, reads, of, known, names: () => reads.map(({ name }) => name) };
}

/** The same with a common read for texts of one chain; the test ends each such read. */
function memoryAhead() {
  const statements: string[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const state = { version: 1 };
  const valueOf = (name: string) => `${name} ${state.version}`;
  const texts = {
    max: 10,
    isReadAhead: true,
    read: async (_knex: Knex, name: string) => {
      statements.push([name]);
      return valueOf(name);
    },
    readAll: async (_knex: Knex, names: readonly string[]) => {
      statements.push([...names]);
      const read = new Map(names.map((name) => [name, valueOf(name)]));
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return read;
    },
    chainsOf: () => ['chain'],
  };
  const held = createSnapshots(nowhere, { isGood: always });
  return {
    held,
    of: async (name: string) => await held.of(texts, name),
    several: async (...names: string[]) => await held.several(texts, names),
    statements,
    gates,
    state,
  };
}

describe('several entries', () => {
  it('are returned in order, and one statement reads those that are not cached', async () => {
    const { of, several, statements, gates } = memoryAhead();
    await of('b');
    const read = several('a', 'b', 'c');
    gates[0]?.resolve();

    expect(await read).toEqual(['a 1', 'b 1', 'c 1']);
    expect(statements).toEqual([['b'], ['a', 'c']]);
    expect(await several('c', 'a')).toEqual(['c 1', 'a 1']);
    expect(statements).toHaveLength(2);
  });

  it('are not cached if a change came during the read', async () => {
    const { held, several, statements, gates, state } = memoryAhead();
    const read = several('a', 'b');
    state.version = 2;
    held.drop({ workspaceId: 'chain' });
    gates[0]?.resolve();
    await read;
    const again = several('a', 'b');
    gates[1]?.resolve();

    expect(await again).toEqual(['a 2', 'b 2']);
    expect(statements).toHaveLength(2);
  });
});

describe('used entries that are evicted together', () => {
  it('are read again by one statement, before the next request', async () => {
    const { held, of, statements, gates, state } = memoryAhead();
    for (const name of ['a', 'b', 'c']) await of(name);
    state.version = 2;
    held.drop({ workspaceId: 'chain' });
    gates[0]?.resolve();

    expect(await Promise.all(['a', 'b', 'c'].map(of))).toEqual(['a 2', 'b 2', 'c 2']);
    expect(statements).toEqual([['a'], ['b'], ['c'], ['a', 'b', 'c']]);
  });

  it('are read again after another change, and the outdated read is never returned', async () => {
    const { held, of, statements, gates, state } = memoryAhead();
    for (const name of ['a', 'b']) await of(name);
    held.drop({ workspaceId: 'chain' });
    state.version = 2;
    held.drop({ workspaceId: 'chain' });
    const asked = of('a');
    for (const gate of gates) gate.resolve();

    expect(await asked).toBe('a 2');
    expect(await of('a')).toBe('a 2');
    expect(statements.slice(2)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('are read again only if they were used since the last read', async () => {
    const { held, of, statements, gates } = memoryAhead();
    for (const name of ['a', 'b', 'c']) await of(name);
    held.drop({ workspaceId: 'chain' });
    gates[0]?.resolve();
    for (const name of ['a', 'b']) await of(name);
    held.drop({ workspaceId: 'chain' });
    gates[1]?.resolve();
    await of('c');

    expect(statements.slice(3)).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']]);
  });
});

describe('a cached entry', () => {
  it('is read once, and again after one of its chains has changed', async () => {
    const { held, of, known, reads } = memory();
    await known('a', 'one two');
    await of('a');
    held.drop({ workspaceId: 'three' });
    await of('a');
    expect(reads).toHaveLength(1);

    held.drop({ workspaceId: 'two' });
    await known('a', 'after');

    expect(await of('a')).toBe('after');
    expect(reads).toHaveLength(2);
  });

  it('does not exist for a missing row', async () => {
    const { of, reads } = memory();
    for (const _ of [1, 2]) {
      const asked = of('a');
      reads.at(-1)?.found.resolve(null);
      expect(await asked).toBeNull();
    }
    expect(reads).toHaveLength(2);
  });

  it('is evicted if it is the least recently used one of a full cache', async () => {
    const { known, of, names } = memory({ max: 2 });
    await known('a', 'one');
    await known('b', 'one');
    await of('a');
    await known('c', 'one');
    await of('a');
    await known('b', 'one');

    expect(names()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is neither used nor added without a lease', async () => {
    let isGood = true;
    const { known, names } = memory({ isGood: () => isGood });
    await known('a', 'one');
    isGood = false;
    await known('a', 'one');
    await known('b', 'one');
    isGood = true;
    await known('b', 'one');

    expect(names()).toEqual(['a', 'a', 'b', 'b']);
  });
});

describe('a read that a change overtakes', () => {
  it('is not cached if it depends on the change', async () => {
    const { held, of, known, reads } = memory();
    const asked = of('a');
    held.drop({ workspaceId: 'one' });
    reads[0]?.found.resolve('one');

    expect(await asked).toBe('one');
    await known('a', 'one');
    expect(reads).toHaveLength(2);
  });

  it('is cached if it depends on something else', async () => {
    const { held, of, reads } = memory();
    const asked = of('a');
    held.drop({ workspaceId: 'two' });
    reads[0]?.found.resolve('one');
    await asked;
    await of('a');

    expect(reads).toHaveLength(1);
  });

  it('is not returned to a request after the change, even if it may not depend on it', async () => {
    const { held, of, reads } = memory();
    const before = [of('a'), of('a')];
    held.drop({ workspaceId: 'one' });
    const after = of('a');
    reads[0]?.found.resolve('one before');
    reads[1]?.found.resolve('one after');

    expect(await Promise.all(before)).toEqual(['one before', 'one before']);
    expect(await after).toBe('one after');
    expect(await of('a')).toBe('one after');
    expect(reads).toHaveLength(2);
  });

  it('is not cached if the cache was cleared meanwhile', async () => {
    const { held, of, known, reads } = memory();
    const asked = of('a');
    held.clear();
    reads[0]?.found.resolve('one');
    await asked;
    await known('a', 'one');

    expect(reads).toHaveLength(2);
  });

  it('is repeated for the next request if it failed', async () => {
    const { of, known, reads } = memory();
    const asked = of('a');
    reads[0]?.found.reject(new Error('The database is away.'));

    await expect(asked).rejects.toThrow('away');
    await known('a', 'one');
    expect(await of('a')).toBe('one');
  });
});

describe('a snapshot that may be large', () => {
  it('counts as several, and is not cached if it counts as more than all', async () => {
    const read: string[] = [];
    const kind = {
      max: 5,
      countOf: (text: string) => text.length,
      read: async (_knex: Knex, name: string) => {
        read.push(name);
        return await Promise.resolve(name);
      },
      chainsOf: () => ['chain'],
    };
    const held = createSnapshots(nowhere, { isGood: always });
    for (const name of ['aa', 'bbb', 'aa', 'cc', 'aa', 'bbb', 'larger', 'larger']) await held.of(kind, name);

    expect(read).toEqual(['aa', 'bbb', 'cc', 'bbb', 'larger', 'larger']);
  });
});
