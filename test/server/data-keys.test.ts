import { expect, it } from 'vitest';
import { seal } from '../../db/envelope.ts';
import { createDataKeys } from '../../server/vault/data-keys.ts';
import { TestClock } from '../support/clock.ts';

const clock = new TestClock();
const bytes = () => Buffer.alloc(32, 7);
const sealed = seal(bytes(), Buffer.from('a secret'), 'its place');

function world() {
  const keys = createDataKeys(clock);
  const loaded: Buffer[] = [];
  const load = async () => {
    const key = bytes();
    loaded.push(key);
    return await Promise.resolve(key);
  };
  const open = async (id: string) =>
    (await keys.using(id, load, (key) => key.unseal(sealed, 'its place'))).toString();
  return { keys, loaded, open };
}

it('a data key is cached for a minute, and its loaded bytes are overwritten', async () => {
  const { keys, loaded, open } = world();

  expect([await open('one'), await open('one')]).toEqual(['a secret', 'a secret']);
  expect(loaded).toEqual([Buffer.alloc(32)]);
  clock.advance({ seconds: 59 });
  keys.sweep();
  await open('one');
  expect(loaded.length).toBe(1);
  clock.advance({ seconds: 1 });
  keys.sweep();
  expect(keys.size).toBe(0);
  await open('one');
  expect(loaded.length).toBe(2);
});

it('a dropped data key is loaded again', async () => {
  const { keys, loaded, open } = world();
  await open('one');

  keys.drop('one');
  await open('one');

  expect(loaded.length).toBe(2);
});

it('at most a thousand data keys are cached, and the oldest are removed first', async () => {
  const { loaded, open } = world();
  for (let i = 0; i < 1_005; i += 1) await open(String(i));

  for (let i = 1_004; i >= 5; i -= 1) await open(String(i));
  expect(loaded.length).toBe(1_005);
  await open('4');
  expect(loaded.length).toBe(1_006);
});
