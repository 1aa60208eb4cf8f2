import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { createWatches } from '../../../server/live/watches.ts';

it('the reading ends when the last watcher leaves', async () => {
  const asked: string[][] = [];
  const watches = createWatches(
    {
      async headsOf(ids) {
        asked.push([...ids]);
        return ids.map((id) => ({ id, position: 0 }));
      },
      pageOf: async () => [],
      see: async () => {},
    },
    pLimit(1),
  );
  const [first, second] = [await watches.watch('one'), await watches.watch('one')];
  const readNow = async () => {
    asked.length = 0;
    await watches.ahead();
    return asked.flat();
  };

  const both = await readNow();
  first[Symbol.dispose]();
  // A socket that closes during its admission leaves twice.
  first[Symbol.dispose]();
  const one = await readNow();
  second[Symbol.dispose]();

  expect({ both, one, none: await readNow() }).toEqual({ both: ['one'], one: ['one'], none: [] });
});
