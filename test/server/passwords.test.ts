import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../server/passwords.ts';

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe('passwords', () => {
  it('that are new hold up nobody who signs in: each kind waits in a queue of its own', async () => {
    const passwords = await createPasswords({ concurrency: 2, cost });
    const stored = await passwords.hash('correct horse');
    const ended: string[] = [];

    const signUps = Array.from({ length: 90 }, async () => {
      await passwords.hash('another one');
      ended.push('sign-up');
    });
    await passwords.verify(stored, 'correct horse');
    const before = ended.length;
    await Promise.all(signUps);

    expect(before).toBeLessThan(45);
    expect(ended).toHaveLength(90);
  });

  it('that make accounts have their turn until the account is made', async () => {
    const passwords = await createPasswords({ concurrency: 2, cost });
    let [now, most] = [0, 0];
    const make = async (hash: string) => {
      now += 1;
      most = Math.max(most, now);
      await passwords.verify(hash, 'new');
      now -= 1;
      return hash;
    };

    const hashes = await Promise.all(
      Array.from({ length: 20 }, async () => await passwords.withHash('new', make)),
    );

    expect(new Set(hashes).size).toBe(20);
    expect(most).toBe(1);
  });

  it('are refused where a hundred wait, in words of their own', async () => {
    const passwords = await createPasswords({ concurrency: 2, cost });
    const signUps = await Promise.allSettled(
      Array.from({ length: 150 }, async () => await passwords.hash('new')),
    );
    const signIns = await Promise.allSettled(
      Array.from({ length: 150 }, async () => await passwords.verify(null, 'wrong')),
    );
    const refusals = (settled: PromiseSettledResult<unknown>[]) =>
      new Set(settled.flatMap((it) => (it.status === 'rejected' ? String(it.reason.message) : [])));

    expect([...refusals(signUps)]).toEqual([
      'Too many new passwords at the same time. Try again in a few seconds.',
    ]);
    expect([...refusals(signIns)]).toEqual([
      'Too many sign-ins at the same time. Try again in a few seconds.',
    ]);
  });
});
