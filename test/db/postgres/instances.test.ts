import { describe, expect, it } from 'vitest';
import { some } from '../../support/count.ts';
import { migratedDatabase } from '../../support/database.ts';
import { liveAt } from '../../support/live.ts';
import { whyNoRedis } from '../../support/redis.ts';
import { freePort, settingsFor, startServer, type ServerProcess } from '../../support/server-process.ts';
import { stoppableRedis } from '../../support/stoppable-redis.ts';

const database = await migratedDatabase();
const settings = { ...settingsFor(database), BASE_URL: 'http://localhost:4000' };
const query =
  'subscription ($after: String) { eventOccurred(after: $after) { cursor event { position type } } }';

type Position = { cursor: string; event: { position: number; type: string } };

async function founder(server: ServerProcess) {
  const email = `owner-${await freePort()}@example.com`;
  const password = 'correct horse battery staple';
  const body = { email, password, name: 'Owner', workspaceName: 'Two instances' };
  const { body: told } = await server.request('POST', '/api/auth/sign-up', { body });
  const token: string = told.accessToken;
  return { token, personId: told.person.id as string, workspaceId: told.workspace.id as string };
}

let renamed = 0;

async function rename(server: ServerProcess, token: string, to = 'Seen elsewhere'): Promise<void> {
  const name = `${to} ${(renamed += 1)}`;
  const { status } = await server.request('PATCH', '/api/console/workspace', { token, body: { name } });
  expect(status).toBe(200);
}

const two = async (env: Record<string, string>) => await Promise.all([startServer(env), startServer(env)]);

const occurred = (messages: { data?: unknown }[]) =>
  messages.map(({ data }) => (data as { eventOccurred: Position }).eventOccurred);

const whyNot = await whyNoRedis();
const redis = await stoppableRedis();
const ways: [string, Record<string, string>][] = [
  ['without Redis', {}],
  ['with Redis', { REDIS_URL: redis.url }],
];

describe('two server processes over one PostgreSQL', () => {
  it.for(some(ways, 1))(
    '%s: an event on one is seen on the other, and a suspension closes a socket there',
    async ([, env], { skip }) => {
      if ('REDIS_URL' in env && whyNot !== undefined) skip(whyNot);
      const [one, other] = await two({ ...settings, ...env });
      const owner = await founder(one);
      const guest = await founder(one);
      const added = await one.request('POST', '/api/console/members', {
        token: owner.token,
        body: { personId: guest.personId, role: 'VIEWER' },
      });
      await one.request('POST', `/api/developer-portal/workspaces/${owner.workspaceId}/confirm`, {
        token: guest.token,
      });
      const live = liveAt(() => other.url);
      const watcher = await live.watch(guest, owner.workspaceId);
      const told = watcher.follow(query);

      // Only its first message proves that a subscription has begun.
      while (told.messages.length === 0) await rename(one, owner.token);
      await one.request('POST', `/api/console/members/${added.body.id}/suspend`, {
        token: owner.token,
        body: {},
      });

      expect(occurred(told.messages)[0]?.event.type).toBe('workspace.updated');
      expect(await watcher.closed).toMatchObject({ code: 4401 });
      await Promise.all([one.stop(), other.stop()]);
    },
  );

  it('miss nothing while Redis stops and starts, and one of them is killed', async ({ skip }) => {
    if (whyNot !== undefined) skip(whyNot);
    const env = { ...settings, REDIS_URL: redis.url, LOG_LEVEL: 'info' };
    const [one, other] = await two(env);
    const { token, workspaceId } = await founder(one);
    const first = await one.request('POST', '/graphql', { token, body: { query: '{ eventCursor }' } });
    const after: string = first.body.data.eventCursor;
    let server = other;
    const live = liveAt(() => server.url);
    const watcher = await live.watch({ token }, workspaceId);
    const told = watcher.follow(query, { after });

    await rename(one, token, 'With Redis');
    await told.after(1);
    const poked = redis.countOf(workspaceId);
    redis.stop();
    await one.says('redis.lost');
    await rename(one, token, 'Without it');
    await told.after(2);
    const whileStopped = redis.countOf(workspaceId);
    redis.start();
    while (redis.countOf(workspaceId) === 0) await rename(one, token, 'With it again');
    await told.after(3);
    await other.stop('SIGKILL');
    await rename(one, token, 'While one is dead');
    server = await startServer(env);
    const last = occurred(told.messages).at(-1);
    const again = (await live.watch({ token }, workspaceId)).follow(query, { after: last?.cursor });
    await rename(one, token, 'And after');
    const end = await one.request('POST', '/graphql', { token, body: { query: '{ eventCursor }' } });
    while (occurred(again.messages).at(-1)?.cursor !== end.body.data.eventCursor)
      await again.after(again.messages.length + 1);

    const positions = [...occurred(told.messages), ...occurred(again.messages)].map(
      ({ event }) => event.position,
    );
    expect(positions).toEqual(positions.map((_, i) => (positions[0] ?? 0) + i));
    expect(positions.length).toBeGreaterThanOrEqual(5);
    expect(poked).toBeGreaterThan(0);
    expect(whileStopped).toBe(0);
    await Promise.all([one.stop(), server.stop()]);
  });
});
