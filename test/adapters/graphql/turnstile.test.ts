import { describe, expect, it } from 'vitest';
import { turnstile } from '../../../adapters/graphql/turnstile.ts';

describe('a turnstile', () => {
  it('admits one caller per turn of the event loop, and rotates among the addresses', async () => {
    const pass = turnstile();
    const passed: string[] = [];
    let turns = 0;
    const count = () => {
      turns += 1;
      if (passed.length < 6) setImmediate(count);
    };
    setImmediate(count);

    const come = async (address: string, name: string) => {
      await pass(address);
      passed.push(`${name} ${turns}`);
    };
    await Promise.all(
      ['a', 'b', 'c', 'd']
        .map(async (name) => await come('one', name))
        .concat(come('other', 'x'), come('other', 'y')),
    );

    expect(passed.map((it) => it.split(' ')[0])).toEqual(['a', 'x', 'b', 'y', 'c', 'd']);
    expect(new Set(passed.map((it) => it.split(' ')[1])).size).toBe(6);
  });

  it('reports whether another caller passed first', async () => {
    const pass = turnstile();

    expect(await Promise.all([pass('one'), pass('one')])).toEqual([false, true]);
    expect(await pass('one')).toBe(false);
  });
});
