import { describe, expect, it } from 'vitest';
import { createTurns, TooManyWait } from '../../../server/json-schemas/turns.ts';

describe('work in turns', () => {
  it('runs in sequence, one piece of each owner after the other', async () => {
    const inTurn = createTurns(10);
    const done: string[] = [];
    let running = 0;
    const run = async (owner: string, name: string) =>
      await inTurn(owner, async () => {
        running += 1;
        expect(running).toBe(1);
        await Promise.resolve();
        running -= 1;
        done.push(name);
      });
    await Promise.all([
      run('a', 'a1'),
      run('a', 'a2'),
      run('a', 'a3'),
      run('b', 'b1'),
      run('b', 'b2'),
      run('c', 'c1'),
    ]);

    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('refuses an owner with too much of it, and goes on after work that fails', async () => {
    const inTurn = createTurns(2);
    const held = Promise.withResolvers<string>();
    const first = inTurn('a', async () => await held.promise);
    const failing = inTurn('a', async () => await Promise.reject(new Error('broken')));
    const third = inTurn('a', async () => await Promise.resolve('third'));
    const other = inTurn('b', async () => await Promise.resolve('other'));

    await expect(inTurn('a', async () => await Promise.resolve(''))).rejects.toBeInstanceOf(TooManyWait);
    held.resolve('first');
    await expect(failing).rejects.toThrow('broken');
    expect(await Promise.all([first, third, other])).toEqual(['first', 'third', 'other']);
    expect(await inTurn('a', async () => await Promise.resolve('again'))).toBe('again');
  });
});
