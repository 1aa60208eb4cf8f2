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

/** A process's use of the embedded database. PostgreSQL runs until the last membership is disposed. */
export interface Membership extends AsyncDisposable {
  /** The URL of the database. */
  readonly url: string;
}

/** Receives sentences about the database for the operator. */
export interface Hearer {
  lost(note: string): void;
  back(note: string): void;
  /** A restart failed; it is retried in a second. */
  notBack(note: string): void;
}

const nobody: Hearer = { lost() {}, back() {}, notBack() {} };

interface Options {
  hearer?: Hearer;
  /** PostgreSQL settings in addition to those of every cluster. */
  more?: Cluster['more'];
}

/** The application name of a process's session, by which other processes count members. */
const memberName = 'sallyport process';
const startPatienceMs = 60_000;
const retryMs = 1000;
const lookMs = 5000;
const pollMs = 10;

/**
 * Joins the processes that use the database of a data folder. Creates the database if there is none, and
 * starts PostgreSQL if it is not running. The last process to leave stops it. Throws an Error if that fails.
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

  // Open connections may continue when new ones fail, for example without its socket or during a stop.
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const isThere = await takesSessions(this.url);
    this.#isLooking = false;
    if (!isThere && !this.#isLeaving && !this.#isMending) this.#mending = this.#mend();
  }

  // All members try: the first one to get the lock starts it, and the others find it running.
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
      // Without a session the members are unknown, so PostgreSQL keeps running for the next process.
      return false;
    }
  }
}

/** Returns the ids of the processes that use the database. */
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

// Files of another user, such as root after an earlier start, and disks that cannot be written.
function isOfFiles(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return ['ERR_SQLITE_ERROR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ELOOP', 'ENOTDIR', 'EISDIR'].includes(
    String(code),
  );
}

// The child processes of a killed PostgreSQL end within a moment; until then a new one does not start.
async function openStarted(cluster: Cluster): Promise<pg.Client> {
  const name = `${memberName} ${process.pid}`;
  const deadline = performance.now() + startPatienceMs;
  for (;;) {
    const found = await openSession(cluster, name);
    if (found) return found;
    const isNew = await makeCluster(cluster);
    // It runs, but its socket is gone.
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
  /** Whether the cluster does not have our database yet. */
  isNew: boolean;
}

/** Returns a session, or PostgreSQL's output if it ended. */
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
