import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDatabase } from '../support/database.ts';
import { embeddedFolder } from '../support/embedded.ts';
import { echo, keyOf, send, signUp, type Key, type Owner } from '../support/over-http.ts';
import { runScript } from '../support/script.ts';
import { settingsFor, startServer, temporaryFolder, type ServerProcess } from '../support/server-process.ts';

const roomy = {
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  BASE_URL: 'http://localhost:4000',
};
const masterKey = Buffer.alloc(32, 'of the installation').toString('base64');
const backups = temporaryFolder();
type Settings = Record<string, string>;

/** An account with a key, and the applications that were acknowledged before the backup. */
interface Installation {
  owner: Owner;
  key: Key;
  applications: string[];
}

describe('an installation', () => {
  it(
    'moves from the embedded database to a server and back, backed up while clients write',
    { timeout: 300_000 },
    async () => {
      const [first, second] = [embedded(), embedded()];
      const server = { ...settingsFor(await emptyDatabase()), SALLYPORT_MASTER_KEY: masterKey, ...roomy };
      const running = await startServer(first);
      const owner = await signUp(running.url, 'Ada');
      const installation = { owner, key: await keyOf(running.url, owner), applications: [] };

      const onServer = await move(installation, running, first, server);
      const back = await move(onServer.installation, onServer.running, server, second);

      expect(back.installation.applications.length).toBeGreaterThan(4);
      await back.running.stop();
    },
  );
});

function embedded(): Settings {
  return { DATA_DIR: embeddedFolder(), SALLYPORT_MASTER_KEY: masterKey, ...roomy };
}

/** Backs up during writes, restores elsewhere, and expects everything that was acknowledged before. */
async function move(
  { owner, key, applications }: Installation,
  running: ServerProcess,
  from: Settings,
  to: Settings,
) {
  const file = join(backups, `${applications.length}.backup`);
  const writing = write(running.url, owner);
  await writing.first;
  const before = [...applications, ...writing.acknowledged];
  copyAnchors(from['DATA_DIR'] ?? '', to['DATA_DIR'] ?? '');
  const backedUp = await runScript('backup', { env: from, args: [file] });
  await writing.stop();
  await running.stop();
  const restored = await runScript('restore', { env: to, args: [file] });
  const there = await startServer(to);

  const after = await allApplications(there.url, owner);
  const verified = await send(there.url, 'GET', '/api/console/audit/verify', { token: owner.token });
  expect([backedUp.code, restored.code, restored.stderr]).toEqual([0, 0, '']);
  expect(before.filter((id) => !after.includes(id))).toEqual([]);
  expect(verified.firstBadSeq).toBe(null);
  expect(await echo(there.url, key.secret)).toBe(200);
  return { running: there, installation: { owner, key, applications: after } };
}

/** Creates applications one after the other. */
function write(url: string, { token }: Owner) {
  const acknowledged: string[] = [];
  const first = Promise.withResolvers<void>();
  const over = new AbortController();
  const done = (async () => {
    while (!over.signal.aborted) {
      acknowledged.push(
        (await send(url, 'POST', '/api/console/applications', { token, body: { name: 'A' } })).id,
      );
      if (acknowledged.length === 3) first.resolve();
    }
  })();
  return {
    acknowledged,
    first: first.promise,
    async stop() {
      over.abort();
      await done;
    },
  };
}

async function allApplications(url: string, { token }: Owner): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/api/console/applications?limit=100${cursor && `&cursor=${cursor}`}`;
    const { data, page } = await send(url, 'GET', path, { token });
    ids.push(...data.map(({ id }: { id: string }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

// Called before the backup: the restored database would lack the entries of newer checkpoints.
function copyAnchors(from: string, to: string): void {
  for (const name of readdirSync(from).filter((it) => it.startsWith('audit-heads')))
    copyFileSync(join(from, name), join(to, name));
}
