import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { postmasterOf } from '../support/cluster-members.ts';
import { count } from '../support/count.ts';
import { embeddedFolder } from '../support/embedded.ts';
import { random } from '../support/seed.ts';
import { freePort, startServer, type ServerProcess } from '../support/server-process.ts';

const folder = embeddedFolder();
const settings: Record<string, string> = {
  DATA_DIR: folder,
  PORT: String(await freePort()),
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE: '1000000',
  LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_LIVE_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_LIVE_PER_APPLICATION_PER_MINUTE: '1000000',
  LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
};
const next = random();
const longestLifeMs = 500;
const clients = 4;
const account = { email: 'ada@example.com', password: 'correct horse battery staple' };
/** The CPU seconds of each start after a kill. */
const starts: number[] = [];

interface Killing {
  what: string;
  times: number;
  kill: (server: ServerProcess) => void;
  endsServer: boolean;
}

const killServer = (server: ServerProcess) => void server.process.kill('SIGKILL');
/** Returns null if the PostgreSQL that was started after a kill has not written its process id yet. */
function postmasterLeft(): number | null {
  try {
    return postmasterOf(folder);
  } catch {
    return null;
  }
}
const killPostgres = () => void process.kill(postmasterOf(folder), 'SIGKILL');

// oxfmt-ignore
const killings: readonly Killing[] = [
  { what: 'the server',        times: 200, endsServer: true,  kill: killServer },
  { what: 'PostgreSQL',        times: 100, endsServer: false, kill: killPostgres },
  { what: 'both, PostgreSQL first', times: 50, endsServer: true, kill: (server) => { killPostgres(); killServer(server); } },
];

let running = await startServer(settings);
await running.request('POST', '/api/auth/sign-up', {
  body: { ...account, name: 'Ada', workspaceName: 'Engines' },
});
const acknowledged: string[] = [];

describe.each(killings)('while clients write and $what is killed with -9', ({ times, kill, endsServer }) => {
  // Process starts are slow on a busy machine.
  it(
    'nothing acknowledged is lost, the audit log is valid, and the next requests are answered',
    { timeout: count(times) * 60_000 },
    async () => {
      for (let kills = 0; kills < count(times); kills += 1) {
        const token = await signIn();
        const answers = await writeThrough(token, () => kill(running));
        if (endsServer) {
          await running.ending;
          const postgres = postmasterLeft();
          const before = postgres === null ? 0 : cpuSecondsOf(postgres);
          running = await startServer(settings);
          // A PostgreSQL that was not killed has used CPU time before.
          const later = cpuSecondsOf(postmasterOf(folder));
          starts.push(
            cpuSecondsOf(running.process.pid) + later - (postmasterOf(folder) === postgres ? before : 0),
          );
        }
        acknowledged.push(...answers);
        await assertAll(await signIn());
      }
      expect(acknowledged.length).toBeGreaterThan(0);
    },
  );
});

it('the server ends cleanly after all that', async () => {
  expect(await running.stop()).toMatchObject({ code: 0, stderr: '' });
  const sorted = starts.toSorted((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  console.log(
    `${starts.length} starts after a kill: ${median.toFixed(1)} s of CPU as a median, ${worst.toFixed(1)} s at most.`,
  );
});

async function assertAll(token: string): Promise<void> {
  const applications = await allIds(token, '/api/console/applications');
  const created = await allIds(token, '/api/console/audit?action=application.created');
  const verification = await running.request('GET', '/api/console/audit/verify', { token });

  expect(acknowledged.filter((id) => !applications.includes(id))).toEqual([]);
  expect(created).toHaveLength(applications.length);
  expect(verification.body).toMatchObject({ valid: true, firstBadSeq: null });
}

/** Returns the acknowledged applications; each client stops when the server ends or answers it again. */
async function writeThrough(token: string, kill: () => void): Promise<string[]> {
  const ids: string[] = [];
  const refused: unknown[] = [];
  const first = Promise.withResolvers<void>();
  let isKilled = false;
  const write = async () => {
    for (;;) {
      const wasKilled = isKilled;
      const answer = await running
        .request('POST', '/api/console/applications', { token, body: { name: 'A' } })
        .catch(() => null);
      if (answer === null) return;
      if (answer.status === 201) {
        ids.push(answer.body.id);
        first.resolve();
        if (wasKilled) return;
      } else refused.push([answer.status, answer.body.code]);
    }
  };
  const writers = Array.from({ length: clients }, write);
  await first.promise;
  await after(next() * longestLifeMs);
  kill();
  isKilled = true;
  await Promise.all(writers);
  expect(refused.filter((it) => String(it) !== '503,service_unavailable')).toEqual([]);
  return ids;
}

/** Returns user and system time in seconds, including that of ended children. */
function cpuSecondsOf(pid = 0): number {
  const path = `/proc/${pid}/stat`;
  const fields = existsSync(path) ? (readFileSync(path, 'utf8').split(') ')[1]?.split(' ') ?? []) : [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

async function signIn(): Promise<string> {
  return (await running.request('POST', '/api/auth/sign-in', { body: account })).body.accessToken;
}

async function allIds(token: string, path: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await running.request('GET', path + query, { token });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.page.nextCursor;
  }
  return ids;
}
