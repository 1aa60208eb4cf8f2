import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { refuse } from '../schema/errors.ts';
import type { Passwords } from '../schema/ports.ts';

// OWASP's floor for argon2id: 19 MiB, two passes, one lane.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Beyond this many waiting, one more would wait for seconds; it is better told to come back. */
const maxWaiting = 100;

/** argon2id, so many at once and no more: each takes 19 MiB and a core for its time. */
export async function createPasswords({
  concurrency,
  cost = floor,
}: {
  concurrency: number;
  cost?: typeof floor;
}): Promise<Passwords> {
  const limit = pLimit(concurrency);
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting)
      throw refuse('service_unavailable', 'Too many sign-ins at once. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      });
    return await limit(work);
  };
  const dummy = await hash('no account has this password', cost);
  return {
    hash: async (password) => await bounded(() => hash(password, cost)),
    verify: async (stored, password) => {
      const matches = await bounded(() => verify(stored ?? dummy, password));
      return stored !== null && matches;
    },
  };
}
