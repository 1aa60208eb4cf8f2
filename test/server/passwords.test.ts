import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../server/passwords.ts';

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

describe('passwords', () => {
  it('that are new do not delay sign-ins: each kind has its own queue', async () => {
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

  it('of new accounts keep their place until the account is created', async () => {
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

  it('are refused when a hundred wait, with a message for each kind', async () => {
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
