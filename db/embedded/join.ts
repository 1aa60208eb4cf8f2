import { setTimeout as after } from 'node:timers/promises';
import type pg from 'pg';
import {
  describeCluster,
  makeCluster,
  startPostgres,
  stopPostgres,
  whyNot,
  type Cluster,
} from './cluster.ts';
import { folderIn, makeDataDir, unusable, type Folder } from './folder.ts';
import { makeDatabase, openSession, takesSessions, urlOf } from './session.ts';
import { inTurn } from './turn.ts';

/** A process's use of the embedded database: while it is held, PostgreSQL runs. */
export interface Membership extends AsyncDisposable {
  /** Where the database is reached. */
  readonly url: string;
}

/** Hears of the database what who operates it should know, in a sentence. */
export interface Hearer {
  lost(note: string): void;
  back(note: string): void;
  /** It could not be started again; that is tried once more in a second. */
  notBack(note: string): void;
}

const nobody: Hearer = { lost() {}, back() {}, notBack() {} };

interface Options {
  hearer?: Hearer;
  /** Settings of PostgreSQL besides those that every cluster has. */
  more?: Cluster['more'];
}

/** The name of a process's session, by which others count who is here. */
const memberName = 'sallyport process';
const startPatienceMs = 60_000;
const retryMs = 1000;
const lookMs = 5000;
const pollMs = 10;

/**
 * Joins the processes that use the database of a data folder: makes it where there is none, and starts PostgreSQL where it does
 * not run. Whoever leaves last stops it. Throws a sentence where it cannot be.
 */
export async function joinCluster(
  dataDir: string,
  { hearer = nobody, more }: Options = {},
): Promise<Membership> {
  makeDataDir(dataDir);
  const folder = folderIn(dataDir);
  return await inTurnOf(folder, async () => {
    const cluster = describeCluster(folder, more);
    return new Member(cluster, hearer, await openStarted(cluster));
  });
}

class Member implements Membership {
  readonly url: string;
  readonly #cluster: Cluster;
  readonly #hearer: Hearer;
  #session: pg.Client;
  readonly #watch: NodeJS.Timeout;
  #isLeaving = false;
  #isLooking = false;
  #isMending = false;
  #mending: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster, hearer: Hearer, session: pg.Client) {
    this.url = urlOf(cluster);
    this.#cluster = cluster;
    this.#hearer = hearer;
    this.#session = this.#watched(session);
    this.#watch = setInterval(() => void this.#look(), lookMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isLeaving = true;
    clearInterval(this.#watch);
    await this.#mending;
    await inTurnOf(this.#cluster.folder, async () => {
      const isLast = await this.#isLast();
      await this.#session.end().catch(() => {});
      if (isLast) await stopPostgres(this.#cluster);
    });
  }

  #watched(session: pg.Client): pg.Client {
    return session.once('end', () => {
      if (!this.#isLeaving && !this.#isMending) this.#mending = this.#mend();
    });
  }

  // Open connections may go on where new ones are refused, as without its socket or while it waits to stop.
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isThere = await takesSessions(this.url);
    this.#isLooking = false;
    if (!isThere && !this.#isLeaving && !this.#isMending) this.#mending = this.#mend();
  }

  // Every process that had it tries; the first one in turn starts it, and the others find it there.
  async #mend(): Promise<void> {
    this.#isMending = true;
    await this.#startAgain();
    this.#isMending = false;
  }

  async #startAgain(): Promise<void> {
    const { log } = this.#cluster.folder;
    this.#hearer.lost(
      `PostgreSQL has stopped or closed the connections of this process; ${log} may have the reason. The server restarts it if it does not run.`,
    );
    for (;;) {
      try {
        const session = await inTurnOf(this.#cluster.folder, async () => await openStarted(this.#cluster));
        const before = this.#session;
        this.#session = this.#watched(session);
        await before.end().catch(() => {});
        this.#hearer.back('PostgreSQL answers again.');
        return;
      } catch (error) {
        this.#hearer.notBack((error as Error).message);
        if (this.#isLeaving) return;
        await after(retryMs);
      }
    }
  }

  async #isLast(): Promise<boolean> {
    try {
      return (await membersOf(this.#session)).length === 1;
    } catch {
      // The session is gone: who is here cannot be told, so PostgreSQL is left for the next one.
      return false;
    }
  }
}

/** The processes that are using the database, by their numbers. */
export async function membersOf(session: pg.Client): Promise<number[]> {
  const { rows } = await session.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where starts_with(application_name, $1)',
    [memberName],
  );
  return rows.map(({ name }) => Number(name.slice(memberName.length)));
}

/** Runs `work` while no other process starts, joins or leaves. */
export async function inTurnOf<T>(folder: Folder, work: () => Promise<T>): Promise<T> {
  return await inTurn(folder.turn, work).catch((error: unknown) => {
    throw isOfFiles(error) ? unusable(folder.dataDir, error) : error;
  });
}

// What belongs to another user, such as root who started it once, and a disk that takes nothing.
function isOfFiles(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return ['ERR_SQLITE_ERROR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ELOOP', 'ENOTDIR', 'EISDIR'].includes(
    String(code),
  );
}

// A PostgreSQL that was killed leaves processes that end within a moment, and until then another one does not start.
async function openStarted(cluster: Cluster): Promise<pg.Client> {
  const name = `${memberName} ${process.pid}`;
  const deadline = performance.now() + startPatienceMs;
  for (;;) {
    const found = await openSession(cluster, name);
    if (found) return found;
    const isNew = await makeCluster(cluster);
    // It runs and has no socket any more: nobody reaches it.
    await stopPostgres(cluster);
    const { ended } = startPostgres(cluster);
    const started = await untilItListens(cluster, { name, ended, isNew });
    if (typeof started !== 'string') return started;
    const isHeldUp = /pre-existing shared memory block|lock file ".*" already exists/.test(started);
    if (!isHeldUp || performance.now() > deadline) throw whyNot(cluster, started);
    await after(pollMs);
  }
}

interface Starting {
  name: string;
  ended: Promise<string>;
  /** Whether the database in it is still to be made. */
  isNew: boolean;
}

/** A session, or what PostgreSQL said before it ended. */
async function untilItListens(
  cluster: Cluster,
  { name, ended, isNew }: Starting,
): Promise<pg.Client | string> {
  let isMade = !isNew;
  for (;;) {
    const over = await Promise.race([ended, after(pollMs)]);
    isMade ||= await makeDatabase(cluster).then(
      () => true,
      () => false,
    );
    const session = isMade ? await openSession(cluster, name) : null;
    if (session) return session;
    if (over !== undefined) return over;
  }
}
