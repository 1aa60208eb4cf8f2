import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { count } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { random } from '../support/seed.ts';
import { freePort, settingsFor, startServer, type ServerProcess } from '../support/server-process.ts';

const settings: Record<string, string> = {
  ...settingsFor(await migratedDatabase()),
  PORT: String(await freePort()),
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
};
const next = random();
const longestLifeMs = 500;
const clients = 4;
// Three starts of a process, on whatever else the machine does.
const timeout = count(200) * 60_000;
const account = { email: 'ada@example.com', password: 'correct horse battery staple' };

describe('a server killed with -9 while clients write', () => {
  it(
    'has lost nothing that it acknowledged, has a whole audit log, and starts again',
    { timeout },
    async () => {
      let server = await startServer(settings);
      await server.request('POST', '/api/auth/sign-up', {
        body: { ...account, name: 'Ada', workspaceName: 'Engines' },
      });
      const acknowledged: string[] = [];

      for (let kills = 0; kills < count(200); kills += 1) {
        acknowledged.push(...(await writeAndKill(server, next() * longestLifeMs)));
        server = await startServer(settings);
        const token = await signIn(server);
        const applications = await allIds(server, token, '/api/console/applications');
        const created = await allIds(server, token, '/api/console/audit?action=application.created');
        const verification = await server.request('GET', '/api/console/audit/verify', { token });

        expect(acknowledged.filter((id) => !applications.includes(id))).toEqual([]);
        expect(created).toHaveLength(applications.length);
        expect(verification.body).toMatchObject({ valid: true, firstBadSeq: null });
      }
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

async function signIn(server: ServerProcess): Promise<string> {
  return (await server.request('POST', '/api/auth/sign-in', { body: account })).body.accessToken;
}

/** The applications whose creation was answered before the server was killed, `lifeMs` after the first one. */
async function writeAndKill(server: ServerProcess, lifeMs: number): Promise<string[]> {
  const token = await signIn(server);
  const ids: string[] = [];
  let first: (() => void) | undefined;
  const started = new Promise<void>((resolve) => (first = resolve));
  const write = async () => {
    for (;;) {
      const answer = await server.request('POST', '/api/console/applications', {
        token,
        body: { name: 'A' },
      });
      expect(answer.status).toBe(201);
      ids.push(answer.body.id);
      first?.();
    }
  };
  const writers = Array.from({ length: clients }, async () => {
    await expect(write()).rejects.toThrow('fetch failed');
  });
  await started;
  await after(lifeMs);
  await server.stop('SIGKILL');
  await Promise.all(writers);
  return ids;
}

async function allIds(server: ServerProcess, token: string, path: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await server.request('GET', path + query, { token });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.page.nextCursor;
  }
  return ids;
}
