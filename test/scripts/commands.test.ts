import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runScript } from '../support/script.ts';
import { temporaryFolder } from '../support/server-process.ts';

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('a command for an existing database', () => {
  it.each([
    ['verify', []],
    ['prove-address', ['ada@example.com']],
    ['backup', ['-']],
    ['rotate-signing-key', []],
    ['rewrap-vault', []],
  ])('%s creates none in a mistyped data folder', async (name, args) => {
    const folder = temporaryFolder();

    const { code, stdout, stderr } = await runScript(name, {
      env: { DATA_DIR: folder, MAIL_DRIVER: 'log' },
      args,
    });

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`There is no database in ${folder}. Check DATA_DIR. Nothing was done.\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('explains what to do with a PGlite database', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'pgdata', 'base'), { recursive: true });

    const { code, stderr } = await runScript('backup', { env: { DATA_DIR: folder }, args: ['-'] });

    expect(code).toBe(1);
    expect(stderr).toContain('Migrate its rows according to docs/guides/backup-and-restore.md');
  });
});

describe('an unknown argument is rejected, and nothing is done', () => {
  it.each([
    ['demo', ['now'], '`npm run demo` accepts only --all, but got now. Nothing was done.'],
    ['seed', ['now'], '`npm run seed` accepts only --anywhere, but got now. Nothing was done.'],
    ['backup', ['one', 'two'], 'Name one file to write: `npm run backup -- <file>`. Nothing was done.'],
    ['restore', ['one', 'two'], 'Name one file to restore: `npm run restore -- <file>`. Nothing was done.'],
    [
      'database',
      ['stop', 'now'],
      'Name a command: `npm run database -- status` or `npm run database -- stop`.',
    ],
  ])('by %s', async (name, args, sentence) => {
    const { code, stderr } = await runScript(name, { env: { DATA_DIR: temporaryFolder() }, args });

    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
  });
});
