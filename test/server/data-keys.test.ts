import { expect, it } from 'vitest';
import { createDataKeys } from '../../server/vault/data-keys.ts';
import { TestClock } from '../support/clock.ts';

const clock = new TestClock();

it('a data key is cached for a minute and then overwritten, even without further use', async () => {
  const keys = createDataKeys(clock);
  let loads = 0;
  const loaded: Buffer[] = [];
  const load = async () => {
    loads += 1;
    const key = Buffer.alloc(32, loads);
    loaded.push(key);
    return await Promise.resolve(key);
  };
  const first = async () => await keys.using('one', load, (key) => key[0]);

  expect([await first(), await first()]).toEqual([1, 1]);
  clock.advance({ seconds: 59 });
  keys.sweep();
  expect(loaded[0]?.every((byte) => byte === 1)).toBe(true);
  clock.advance({ seconds: 1 });
  keys.sweep();

  expect(loaded[0]?.every((byte) => byte === 0)).toBe(true);
  expect(await first()).toBe(2);
});

it('at most a thousand data keys are cached, and the oldest are removed first', async () => {
  const keys = createDataKeys(clock);
  const loaded = new Map<string, Buffer>();
  for (let i = 0; i < 1_005; i += 1) {
    const key = Buffer.alloc(32, 1);
    loaded.set(String(i), key);
    await keys.using(
      String(i),
      async () => await Promise.resolve(key),
      () => null,
    );
  }
  keys.sweep();

  const held = [...loaded].filter(([, key]) => key[0] === 1).map(([id]) => Number(id));
  expect([held.length, Math.min(...held)]).toEqual([1_000, 5]);
});
