import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../../../db/knex.ts';

const template = inject('template');

describe('the thread of the embedded database', () => {
  it('refuses what is pending and what comes later when it has died', async () => {
    const sentence = 'The embedded database has stopped; restart the process to open it again.';
    const { database, worker } = await open();
    await database.ping();
    const sent = once(database.knex, 'query');
    // Either may be the one that is sent first.
    const pending = [1, 2].map(async () => await refusal(database.knex.raw('select pg_sleep(30)')));

    await sent;
    await worker.terminate();

    for (const answer of await Promise.all(pending)) expect(answer).toContain(sentence);
    expect(await refusal(database.ping())).toContain(sentence);
    await database.close();
  });

  it('ends when the database is closed', async () => {
    const { database, worker } = await open();
    let isOver = false;
    worker.once('exit', () => {
      isOver = true;
    });

    await database.close();

    expect(isOver).toBe(true);
  });

  it('keeps nothing of what it has answered', async () => {
    const { database, worker } = await open();
    const megabytes = 50;
    const before = await worker.getHeapStatistics();

    for (let i = 0; i < megabytes; i += 1) await database.knex.raw("select repeat('x', 1000000)");
    const after = await worker.getHeapStatistics();

    expect(after.used_heap_size - before.used_heap_size).toBeLessThan((megabytes * 1_000_000) / 2);
    await database.close();
  });

  it('says why a folder cannot be opened', async () => {
    const opening = openDatabase({ kind: 'PGLITE', image: '/nowhere/image.tar' });

    await expect(opening).rejects.toThrow('/nowhere/image.tar');
  });
});

async function open() {
  if (template.kind !== 'PGLITE') throw new Error('This run is not on the embedded database.');
  const started = Promise.withResolvers<Worker>();
  process.once('worker', started.resolve);
  const database = await openDatabase({ kind: 'PGLITE', image: template.image });
  return { database, worker: await started.promise };
}

async function refusal(query: PromiseLike<unknown>): Promise<string> {
  try {
    await query;
    return 'not refused';
  } catch (error) {
    return (error as Error).message;
  }
}
