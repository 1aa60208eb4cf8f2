import { describeCluster, stopPostgres, type Cluster } from './cluster.ts';
import { folderIn, makeDataDir } from './folder.ts';
import { inTurnOf, membersOf } from './join.ts';
import { isRunning } from './running.ts';
import { openSession } from './session.ts';

/** The state of a data folder's embedded database, for operators. */
export interface Status {
  isRunning: boolean;
  /** Whether it accepts a session; without one, its users are unknown. */
  answers: boolean;
  /** The process ids of Sallyport processes that use it. */
  processes: number[];
}

export async function statusOf(dataDir: string): Promise<Status> {
  return await inFolder(dataDir, look);
}

/** Stops PostgreSQL if no process of Sallyport uses it. Returns the ids of the processes that do. */
export async function stopUnused(dataDir: string): Promise<number[]> {
  return await inFolder(dataDir, async (cluster) => {
    const { isRunning: runs, answers, processes } = await look(cluster);
    if (runs && !answers)
      throw new Error(
        `PostgreSQL runs in ${dataDir} but does not answer, so its users are unknown. Stop the processes of ` +
          'Sallyport, and start one: it restarts PostgreSQL.',
      );
    if (processes.length === 0) await stopPostgres(cluster);
    return processes;
  });
}

async function inFolder<T>(dataDir: string, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  makeDataDir(dataDir);
  const folder = folderIn(dataDir);
  return await inTurnOf(folder, async () => await work(describeCluster(folder)));
}

async function look(cluster: Cluster): Promise<Status> {
  const session = await openSession(cluster, 'sallyport status');
  try {
    const processes = session ? await membersOf(session) : [];
    const answers = session !== null;
    return { isRunning: answers || isRunning(cluster.folder), answers, processes };
  } finally {
    await session?.end();
  }
}
