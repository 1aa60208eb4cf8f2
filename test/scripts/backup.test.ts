import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, migratedDatabase } from '../support/database.ts';
import { echo, keyOf, signUp, type Key } from '../support/over-http.ts';
import { runScript } from '../support/script.ts';
import {
  runServer,
  settingsFor,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../support/server-process.ts';

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const from = settingsFor(await migratedDatabase());
const to = settingsFor(await emptyDatabase());
const file = join(temporaryFolder(), 'sallyport.backup');
const masterKey = String(from['SALLYPORT_MASTER_KEY']);

describe('npm run backup and npm run restore', () => {
  let server: ServerProcess;
  let key: Key;
  beforeAll(async () => {
    server = await startServer(from);
    key = await keyOf(server.url, await signUp(server.url, 'Ada'));
  });

  it('write a file while the server runs, which only its owner can read and which contains no master key', async () => {
    const ended = await runScript('backup', { env: from, args: [file] });

    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toMatch(
      /^Wrote \d+ rows of \d+ tables to .*sallyport\.backup \(\d+ kB\)\.\nThe master key is not in it\. Store a copy /,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    for (const secret of [masterKey, Buffer.from(masterKey, 'base64').toString('hex'), key.secret])
      expect(text).not.toContain(secret);
    expect(await echo(server.url, key.secret)).toBe(200);
  });

  it('do not overwrite a file, and require its name', async () => {
    const again = await runScript('backup', { env: from, args: [file] });
    const unnamed = await runScript('backup', { env: from });

    expect([again.code, unnamed.code]).toEqual([1, 1]);
    expect(again.stderr).toBe(
      `${file} already exists, and is not overwritten. Choose another name, or remove it.\n`,
    );
    expect(unnamed.stderr).toBe('Name one file to write: `npm run backup -- <file>`. Nothing was done.\n');
  });

  it('reject a missing or incomplete file before they connect to the database', async () => {
    const nowhere = { ...to, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const cut = join(temporaryFolder(), 'cut.backup');
    writeFileSync(cut, readFileSync(file).subarray(0, -20));

    const missing = await runScript('restore', { env: nowhere, args: [`${file}.none`] });
    const damaged = await runScript('restore', { env: nowhere, args: [cut] });

    expect(missing.stderr).toMatch(/^The backup cannot be read: ENOENT: .+ Check its name\.\n$/);
    expect(damaged.stderr).toMatch(/^The backup is damaged, so nothing was restored: It is truncated\. /);
    expect([missing.code, damaged.code, existsSync(cut)]).toEqual([1, 1, true]);
  });

  it('fill an empty database, which is usable under the same master key and under no other', async () => {
    const restored = await runScript('restore', { env: to, args: [file] });
    const again = await runScript('restore', { env: to, args: [file] });
    const stranger = await runServer(to);
    const serving = await startServer({ ...to, SALLYPORT_MASTER_KEY: masterKey });

    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(
      /^Restored \d+ rows of \d+ tables from .+\.\nBefore the first start: set SALLYPORT_MASTER_KEY /,
    );
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^The database is not empty: it has /);
    expect([stranger.code, stranger.stderr]).toEqual([
      1,
      expect.stringContaining('is not the key that sealed this database'),
    ]);
    expect(await echo(serving.url, key.secret)).toBe(200);
  });
});
