import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { statusOf, stopUnused } from '../../../db/embedded/control.ts';
import { joinCluster, type Hearer } from '../../../db/embedded/join.ts';
import { openDatabase } from '../../../db/knex.ts';
import { atEnd } from '../../support/at-end.ts';
import { memberOf, order, postmasterOf } from '../../support/cluster-members.ts';
import { count, isSoak } from '../../support/count.ts';
import { embeddedFolder } from '../../support/embedded.ts';
import { random } from '../../support/seed.ts';

const next = random();

describe('the embedded database', () => {
  it('is PostgreSQL 18 on a private Unix socket, durable, with a sort order that no library changes', async () => {
    const folder = embeddedFolder();
    await using member = await joinCluster(folder);
    await using database = await openDatabase(member);

    const ask = async (sql: string): Promise<unknown> =>
      Object.values((await database.knex.raw(sql)).rows[0])[0];
    const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone'];
    const shown = await Promise.all(settings.map(async (name) => await ask(`show "${name}"`)));

    expect(await ask('select version()')).toMatch(/^PostgreSQL 18\./);
    expect(shown).toEqual(['', 'on', 'on', 'on', 'UTC']);
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
    expect(await ask('select rolsuper from pg_roles where rolname = current_user')).toBe(false);
    expect(
      await ask(
        `select concat_ws(' ', datlocprovider, datlocale, pg_encoding_to_char(encoding)) from pg_database where datname = current_database()`,
      ),
    ).toBe('b C.UTF-8 UTF8');
  });

  it('does not receive the secrets in the environment of the process that starts it', async () => {
    const folder = embeddedFolder();
    process.env['SALLYPORT_MASTER_KEY'] = 'a secret of the process';
    const member = await joinCluster(folder);
    atEnd(async () => await member[Symbol.asyncDispose]());
    delete process.env['SALLYPORT_MASTER_KEY'];

    const environment = readFileSync(`/proc/${postmasterOf(folder)}/environ`, 'utf8');

    expect(environment.split('\0').map((entry) => entry.split('=')[0])).not.toContain('SALLYPORT_MASTER_KEY');
  });

  it('listens in a private temporary folder if the path of its socket would be too long', async () => {
    const folder = join(embeddedFolder(), 'a'.repeat(60), 'b'.repeat(60));
    await using member = await joinCluster(folder);
    await using database = await openDatabase(member);

    await database.ping();
    const socket = decodeURIComponent(new URL(member.url).hostname);

    expect(Buffer.byteLength(`${socket}/.s.PGSQL.5432`)).toBeLessThan(100);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
  });

  it('replaces one whose creation was killed', async () => {
    const folder = embeddedFolder();
    for (let kills = 0; kills < count(100); kills += 1) {
      const killed = memberOf(folder);
      killed.send('join');
      await after(150 + next() * 500);
      await killed.kill();
    }

    await using member = await joinCluster(folder);
    await using database = await openDatabase(member);

    await database.ping();
    expect(readdirSync(folder)).toContain('postgres');
  });
});

describe('processes that share a data folder', () => {
  it('share one PostgreSQL, and the last one to leave stops it', async () => {
    const folder = embeddedFolder();
    const [one, two] = [memberOf(folder), memberOf(folder)];

    const started = [await order(one, 'join'), await order(two, 'join')];
    const both = await statusOf(folder);
    await order(one, 'leave');
    const alone = await statusOf(folder);
    await order(two, 'leave');

    expect(started[1]).toBe(started[0]);
    expect(both).toEqual({ isRunning: true, answers: true, processes: [one.process.pid, two.process.pid] });
    expect(alone).toEqual({ isRunning: true, answers: true, processes: [two.process.pid] });
    expect(await statusOf(folder)).toEqual({ isRunning: false, answers: false, processes: [] });
  });

  it('find the PostgreSQL of a process that was killed with -9, without a restart', async () => {
    const folder = embeddedFolder();
    const [killed, heir] = [memberOf(folder), memberOf(folder)];
    const started = await order(killed, 'join');

    await killed.kill();

    expect(await order(heir, 'join')).toBe(started);
    expect(await statusOf(folder)).toEqual({ isRunning: true, answers: true, processes: [heir.process.pid] });
  });

  it('start one PostgreSQL, even if many of them start at the same time in an empty folder', async () => {
    const folder = embeddedFolder();
    const starters = isSoak ? 20 : 8;
    const members = Array.from({ length: starters }, () => memberOf(folder));

    const started = await Promise.all(members.map(async (child) => await order(child, 'join')));

    expect(new Set(started).size).toBe(1);
    expect(Number(started[0])).toBeGreaterThan(0);
    expect((await statusOf(folder)).processes).toHaveLength(starters);
    expect(await Promise.all(members.map(async (child) => await order(child, 'leave')))).toEqual(
      Array(starters).fill('left'),
    );
    expect((await statusOf(folder)).isRunning).toBe(false);
  });

  it('always have a PostgreSQL, even if others leave while they join', async () => {
    const folder = embeddedFolder();
    const children = Array.from({ length: 4 }, () => memberOf(folder));

    const answers = await Promise.all(
      children.map(async (child) => {
        const lines: string[] = [];
        for (let round = 0; round < count(200); round += 1) {
          lines.push(await order(child, 'join'));
          await after(next() * 20);
          lines.push(await order(child, 'leave'));
        }
        return lines;
      }),
    );

    expect(answers.flat().filter((line) => !/^(\d+|left)$/.test(line))).toEqual([]);
    expect((await statusOf(folder)).isRunning).toBe(false);
  });
});

describe('a PostgreSQL that ends unexpectedly', () => {
  it('is restarted by its users, who report it; queries in progress fail', async () => {
    const folder = embeddedFolder();
    const news: string[] = [];
    await using member = await joinCluster(folder, { hearer: hearing(news) });
    await using database = await openDatabase(member);

    for (let kills = 1; kills <= count(100); kills += 1) {
      const pending = database.knex.raw('select pg_sleep(60)').then(
        () => 'answered',
        (error: Error) => error.message,
      );
      await database.ping();
      process.kill(postmasterOf(folder), 'SIGKILL');

      expect(await pending).toMatch(/terminat/);
      await expect.poll(() => news.filter((it) => it === 'back').length).toBe(kills);
      await database.ping();
    }
    expect(new Set(news)).toEqual(new Set(['lost', 'back']));
  });

  it('is awaited if it recovers automatically, as after a crash of one of its processes', async () => {
    const folder = embeddedFolder();
    const news: string[] = [];
    await using member = await joinCluster(folder, { hearer: hearing(news) });
    await using database = await openDatabase(member);
    const { rows } = await database.knex.raw('select pg_backend_pid() as pid');
    const before = postmasterOf(folder);

    process.kill(rows[0].pid, 'SIGKILL');

    await expect.poll(() => news.includes('back')).toBe(true);
    await database.ping();
    expect(postmasterOf(folder)).toBe(before);
  });

  it('is restarted if it accepts no connections, as after the removal of its socket', async () => {
    const folder = embeddedFolder();
    const news: string[] = [];
    await using member = await joinCluster(folder, { hearer: hearing(news) });
    await using database = await openDatabase(member);
    const before = postmasterOf(folder);

    rmSync(join(folder, 'postgres/.s.PGSQL.5432'));

    await expect(statusOf(folder)).resolves.toMatchObject({ isRunning: true, answers: false });
    await expect(stopUnused(folder)).rejects.toThrow('but does not answer, so its users are unknown');
    await expect.poll(() => news.includes('back')).toBe(true);
    await database.ping();
    expect(postmasterOf(folder)).not.toBe(before);
  });

  it('is stopped immediately and restarted after a signal to wait for its clients', async () => {
    const folder = embeddedFolder();
    const news: string[] = [];
    await using member = await joinCluster(folder, { hearer: hearing(news) });
    await using database = await openDatabase(member);
    await database.ping();

    process.kill(postmasterOf(folder), 'SIGTERM');

    await expect.poll(() => news.includes('back')).toBe(true);
    await database.ping();
  });

  it('leaves a pid file with the number of another process, which does not prevent a start', async () => {
    const folder = embeddedFolder();
    await (await joinCluster(folder))[Symbol.asyncDispose]();
    writeFileSync(
      join(folder, 'postgres/postmaster.pid'),
      `${process.pid}\n${folder}/postgres\n1\n5432\n.\n\n1 1\nready\n`,
    );

    await using member = await joinCluster(folder);
    await using database = await openDatabase(member);

    await expect(database.ping()).resolves.toBeUndefined();
  });
});

/** Records when PostgreSQL is lost and when it is back. */
function hearing(news: string[]): Hearer {
  return {
    lost: () => void news.push('lost'),
    back: () => void news.push('back'),
    notBack: (note) => void news.push(note),
  };
}
