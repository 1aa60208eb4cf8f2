import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { happen, subscribeAll, worker, world } from './world.ts';

const pokeMs = 100;
/** The number of announcements in about four seconds. */
const maxPokes = 40;

describe('an event whose endpoint was locked when the worker looked for it', () => {
  it('arrives once the lock is released, however much is committed elsewhere', async () => {
    const w = await world();
    const subscribed = await subscribeAll(w, [null]);
    const [{ host, endpointId }] = subscribed as [(typeof subscribed)[number]];
    await worker(w);
    const over = new AbortController();
    let pokes = 0;
    const elsewhere = (async () => {
      for (; !over.signal.aborted; await after(pokeMs)) {
        w.bus.tell({ workspaceId: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd' })[Symbol.dispose]();
        pokes += 1;
      }
    })();

    const holding = await w.database.knex.transaction();
    await holding('webhookQueue').where({ id: endpointId }).forUpdate();
    const [id] = (await happen(w, subscribed, 1, 100)).keys();
    await holding.rollback();
    const before = pokes;

    await expect.poll(() => [...host.arrivals.keys()]).toEqual([id]);
    expect(pokes - before).toBeLessThan(maxPokes);
    over.abort();
    await elsewhere;
  });
});
