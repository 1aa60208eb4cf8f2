import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { refuse } from '../schema/values/errors.ts';
import type { Passwords } from '../schema/kernel/ports/passwords.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** With more waiting, another one would wait for seconds; it gets a 503 instead. */
const maxWaiting = 100;

/**
 * Hashes with argon2id. Each hash takes 19 MiB and a core, so concurrency is bounded. Sign-ups have their own
 * queue, so that they never delay sign-ins.
 */
export async function createPasswords({
  concurrency,
  cost = floor,
}: {
  concurrency: number;
  cost?: typeof floor;
}): Promise<Passwords> {
  const signingUp = bounded(
    Math.max(1, Math.floor(concurrency / 2)),
    'Too many new passwords at the same time.',
  );
  const signingIn = bounded(concurrency, 'Too many sign-ins at the same time.');
  const dummy = await hash('no account has this password', cost);
  return {
    hash: async (password) => await signingUp(() => hash(password, cost)),
    withHash: async (password, work) => await signingUp(async () => await work(await hash(password, cost))),
    verify: async (stored, password) => {
      const matches = await signingIn(() => verify(stored ?? dummy, password));
      return stored !== null && matches;
    },
  };
}

/** Runs so many at the same time. Refuses work that would wait too long, with the given sentence. */
function bounded(concurrency: number, words: string): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.pendingCount >= maxWaiting)
      throw refuse('service_unavailable', `${words} Try again in a few seconds.`, { retryAfterSeconds: 5 });
    return await limit(work);
  };
}
