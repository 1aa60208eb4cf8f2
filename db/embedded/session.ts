import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { stopPostgres, superuser, type Cluster } from './cluster.ts';

/** The role of Sallyport, which owns only its database; both have this name. */
const role = 'sallyport';
/** After a crash PostgreSQL replays at most the WAL of `max_wal_size`, which takes time on a slow disk. */
const patienceMs = 120_000;
/** How long PostgreSQL may take to stop on its own; it may be waiting for its clients. */
const stoppingMs = 3000;
const pollMs = 20;

/** A PostgreSQL that hangs causes an error instead of an endless wait. */
const timeouts = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };

// PostgreSQL, appendix A
const isStartingOrStopping = '57P03';
const isMissing = new Set<unknown>(['3D000', '28000']);
const isFull = '53300';
const exists = new Set<unknown>(['42710', '42P04', '23505']);

/** Returns the URL of a cluster's database. */
export function urlOf({ endpoint }: Cluster): string {
  return endpoint.url(role, role);
}

/**
 * Opens a session, or returns null if no PostgreSQL listens. Waits for one that is starting or stopping. If a
 * stop waits for clients that stay, disconnects them. Requires the folder's lock.
 */
export async function openSession(cluster: Cluster, name: string): Promise<pg.Client | null> {
  const started = performance.now();
  let [isMade, isStopped] = [false, false];
  for (;;) {
    try {
      return await connect(urlOf(cluster), name);
    } catch (error) {
      const { code, message } = error as { code?: unknown; message?: string };
      const waitedMs = performance.now() - started;
      if (isMissing.has(code) && !isMade) {
        isMade = true;
        await makeDatabase(cluster);
      } else if (isNobodyThere(code)) return null;
      else if (!mayPass(error) || waitedMs > patienceMs) throw unreachable(cluster, error);
      else if (/shutting down/.test(message ?? '') && waitedMs > stoppingMs && !isStopped) {
        isStopped = true;
        await stopPostgres(cluster);
      } else await after(pollMs);
    }
  }
}

/** Whether PostgreSQL accepts new sessions in time. One that only has no free connection counts too. */
export async function takesSessions(url: string): Promise<boolean> {
  try {
    const session = await connect(url, 'sallyport probe');
    await session.end();
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === isFull;
  }
}

async function connect(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: name, ...timeouts });
  // The session's owner handles 'end' instead.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Creates the role and its database if they are missing. Throws if PostgreSQL does not listen yet. */
export async function makeDatabase({ endpoint }: Cluster): Promise<void> {
  const client = await connect(endpoint.url(superuser, superuser), role);
  const password = endpoint.password === null ? '' : ` password '${endpoint.password}'`;
  try {
    for (const statement of [`create role ${role} login${password}`, `create database ${role} owner ${role}`])
      await client.query(statement).catch((error: unknown) => {
        if (!exists.has((error as { code?: unknown }).code)) throw error;
      });
  } finally {
    await client.end();
  }
}

function unreachable({ folder }: Cluster, cause: unknown): Error {
  const { code, message } = cause as { code?: unknown; message: string };
  const advice =
    code === isFull
      ? 'Stop processes that use it, or lower their DATABASE_POOL.'
      : `${folder.log} may have the reason; \`npm run database -- status\` lists the processes that use it.`;
  return new Error(`PostgreSQL in ${folder.cluster} cannot be used: ${message}. ${advice}`, { cause });
}

function isNobodyThere(code: unknown): boolean {
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

// A PostgreSQL that ends at this moment breaks connections that are being opened.
function mayPass(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string };
  return (
    code === isStartingOrStopping ||
    ['ECONNRESET', 'EAGAIN'].includes(String(code)) ||
    /terminated/.test(message ?? '')
  );
}
