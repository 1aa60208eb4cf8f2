import { setTimeout as after } from 'node:timers/promises';
import type { Knex } from 'knex';
import { instant, type HeldLease } from './lease.ts';
import { forgetKilled, giveUp, hold, look, type Look } from './lease-rows.ts';

export interface Heartbeat {
  /** Applies all changes that no signal announced, and renews the lease. */
  beat(): Promise<void>;
  /** Gives the lease up: this instance serves no cached data from then on, and no peer waits for it. */
  end(): Promise<void>;
}

interface Kept {
  lease: HeldLease;
  /** Drops cached data of the chain immediately; resolves when all else that the change ends is over. */
  change(moved: Look['chains'][number]): Promise<void>;
  clear(): void;
  sampleClock(): Promise<void>;
}

/**
 * How long a beat waits for a change to end other things, such as sockets, before it renews the lease anyway.
 */
const patienceMs = 250;

/**
 * Renews the lease by reading the changes and recording how far it read. Redis only makes this faster: a
 * committer waits until the rows of its peers show that they have seen the transaction.
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
    // After a failure or timeout, the changes are not recorded as seen, and the next beat reads them again.
    await Promise.race([actOn(found).catch(() => {}), after(patienceMs)]);
    await kept.sampleClock();
    await hold(knex, id, acted);
    if (isOver) return;
    // Committers did not wait for this instance while its lease was expired, so its cached data may be stale.
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
      // Without the database, the lease expires on its own.
      await giveUp(knex, id).catch(() => {});
    },
  };
}
