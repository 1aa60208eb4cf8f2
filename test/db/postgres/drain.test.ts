import { Agent, request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../db/knex.ts';
import { holders } from '../../../server/cache/lease-rows.ts';
import { migratedDatabase } from '../../support/database.ts';
import { liveAt } from '../../support/live.ts';
import { settingsFor, startServer } from '../../support/server-process.ts';

const options = await migratedDatabase();
const database = await openDatabase(options);
afterAll(async () => await database.close());
const client = new Agent({ connections: 16 });
afterAll(async () => await client.close());
const account = { email: 'ada@example.com', password: 'correct horse battery staple' };

it('a stopping server answers the requests that it has accepted, closes its sockets and gives up its lease', async () => {
  const server = await startServer({
    ...settingsFor(options),
    BASE_URL: 'http://localhost:4000',
    LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
    LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  });
  const signedUp = await server.request('POST', '/api/auth/sign-up', {
    body: { ...account, name: 'Ada', workspaceName: 'Engines' },
  });
  const token: string = signedUp.body.accessToken;
  const { closed } = await liveAt(() => server.url).watch({ token }, signedUp.body.workspace.id);
  // On a busy machine a lease may lapse until the next heartbeat.
  await expect.poll(async () => await holders(database.knex)).toHaveLength(1);
  const made: string[] = [];
  const statuses = new Set<number>();
  let [isGone, named] = [false, 0];
  const write = async () => {
    while (!isGone)
      try {
        const { statusCode, body } = await request(`${server.url}/api/console/applications`, {
          method: 'POST',
          dispatcher: client,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `A${(named += 1)}` }),
        });
        statuses.add(statusCode);
        made.push(((await body.json()) as { id: string }).id);
      } catch {
        isGone = true;
      }
  };
  const writing = Promise.all(Array.from({ length: 8 }, write));
  await expect.poll(() => made.length).toBeGreaterThan(8);

  const ending = await server.stop('SIGTERM');
  await writing;

  const ids: string[] = await database.knex('application').pluck('id');
  expect(ending).toMatchObject({ code: 0, stderr: '' });
  expect([...statuses]).toEqual([201]);
  // No application is lost, and none was created without an answer.
  expect(ids.toSorted()).toEqual(made.toSorted());
  expect(await closed).toMatchObject({ code: 1001, reason: 'The server is shutting down. Connect again.' });
  expect(await holders(database.knex)).toEqual([]);
});
