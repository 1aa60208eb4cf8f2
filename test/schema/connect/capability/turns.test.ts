import { describe, expect, it } from 'vitest';
import { maxWaitingSearches } from '../../../../schema/connect/capability/rules.ts';
import { inTurn } from '../../../../schema/connect/capability/turns.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';

const ada = { workspaceId: 'ws_1', caller: 'mem_ada' };
const bob = { workspaceId: 'ws_1', caller: 'mem_bob' };

describe('the searches of a workspace', () => {
  it('run one at a time, and those of another workspace do not wait for them', async () => {
    const held = Promise.withResolvers<string>();
    const begun: string[] = [];
    const first = inTurn(ada, async () => {
      begun.push('first');
      return await held.promise;
    });
    const second = inTurn(ada, async () => await Promise.resolve(begun.push('second')));

    await inTurn(
      { workspaceId: 'ws_2', caller: 'mem_ada' },
      async () => await Promise.resolve(begun.push('other')),
    );
    expect(begun).toEqual(['first', 'other']);
    held.resolve('done');

    expect(await first).toBe('done');
    await second;
    expect(begun).toEqual(['first', 'other', 'second']);
  });

  it('are refused if too many wait already, and again accepted afterwards', async () => {
    const held = Promise.withResolvers<void>();
    const all = Array.from(
      { length: maxWaitingSearches + 1 },
      async () => await inTurn(ada, async () => await held.promise),
    );

    const refused: unknown = await inTurn(ada, async () => await Promise.resolve()).catch(
      (error: unknown) => error,
    );
    expect(refusalOf(refused)).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
    held.resolve();
    await Promise.all(all);

    expect(await inTurn(ada, async () => await Promise.resolve('accepted'))).toBe('accepted');
  });

  it('take turns by caller, so that no caller waits for all searches of another', async () => {
    const held = Promise.withResolvers<void>();
    const begun: string[] = [];
    const search = (name: string) => async () => {
      begun.push(name);
      await held.promise;
    };
    const all = [
      inTurn(ada, search('first')),
      inTurn(ada, search('second')),
      inTurn(ada, search('third')),
      inTurn(bob, search('bob')),
    ];
    held.resolve();
    await Promise.all(all);

    expect(begun).toEqual(['first', 'second', 'bob', 'third']);
  });

  it('leave other requests as much time as they took, while others wait', async () => {
    const times: number[] = [];
    const search = async () => {
      const began = performance.now();
      while (performance.now() < began + 10);
      times.push(began, performance.now());
      return await Promise.resolve();
    };
    await Promise.all([inTurn(ada, search), inTurn(ada, search)]);

    const [, firstEnded = 0, secondBegan = 0] = times;
    // Timers may be a millisecond early.
    expect(secondBegan - firstEnded).toBeGreaterThan(8);
  });

  it('go on after one that failed', async () => {
    const failing = inTurn(ada, async () => await Promise.reject(new Error('It failed.')));
    const next = inTurn(ada, async () => await Promise.resolve('found'));

    await expect(failing).rejects.toThrow('It failed.');
    expect(await next).toBe('found');
  });
});
