import { setTimeout as after } from 'node:timers/promises';
import type { Knex } from 'knex';
import { instant, type HeldLease } from './lease.ts';
import { forgetKilled, giveUp, hold, look, type Look } from './lease-rows.ts';

export interface Heartbeat {
  /** Acts on whatever has changed that nobody has told of, and holds the lease for another while. */
  beat(): Promise<void>;
  /** Gives the lease up: from then on nothing is gone by that is kept, and nobody waits for this instance. */
  end(): Promise<void>;
}

interface Kept {
  lease: HeldLease;
  /** Forgets at once what rests on the chain, and resolves when all else is done that its change ends here. */
  change(moved: Look['chains'][number]): Promise<void>;
  clear(): void;
  sampleClock(): Promise<void>;
}

/** How long a beat waits for what a change ends besides cached data, such as sockets, before it holds the lease without that. */
const patienceMs = 250;

/**
 * The lease, held by looking what has changed and telling how far that look saw. Redis makes this faster and is not
 * needed: who commits waits until the rows of the others say that they have seen the transaction.
 */
export async function startHeartbeat(knex: Knex, id: string, kept: Kept): Promise<Heartbeat> {
  let acted: string | null = null;
  let isOver = false;
  let beating: Promise<void> = Promise.resolve();

  const actOn = async ({ seen, chains }: Look): Promise<void> => {
    await Promise.all(chains.map(async (moved) => await kept.change(moved)));
    acted = seen;
  };

  const beat = async (): Promise<void> => {
    if (isOver) return;
    const from = instant();
    const found = await look(knex, acted);
    // What fails, or takes longer, is found again by the next beat, and is not told as seen until then.
    await Promise.race([actOn(found).catch(() => {}), after(patienceMs)]);
    await kept.sampleClock();
    await hold(knex, id, acted);
    if (isOver) return;
    // Whoever committed since it ran out, and before it was held again, has not waited: what was kept may be older.
    const hadRunOut = !kept.lease.isGood();
    if (hadRunOut) kept.clear();
    kept.lease.prolong(from);
    if (hadRunOut) await beat();
  };

  await forgetKilled(knex);
  return {
    async beat() {
      beating = beat();
      await beating;
    },
    async end() {
      isOver = true;
      kept.lease.end();
      await beating.catch(() => {});
      // Where the database cannot be told, it runs out by itself.
      await giveUp(knex, id).catch(() => {});
    },
  };
}
