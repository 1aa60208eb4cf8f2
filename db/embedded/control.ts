import { describeCluster, stopPostgres, type Cluster } from './cluster.ts';
import { folderIn, makeDataDir } from './folder.ts';
import { inTurnOf, membersOf } from './join.ts';
import { isRunning } from './running.ts';
import { openSession } from './session.ts';

/** The embedded database of a data folder, for who operates it. */
export interface Status {
  isRunning: boolean;
  /** Whether a session could be had: without one, nobody knows which processes use it. */
  answers: boolean;
  /** The processes of Sallyport that use it, by their numbers. */
  processes: number[];
}

export async function statusOf(dataDir: string): Promise<Status> {
  return await inFolder(dataDir, look);
}

/** Stops PostgreSQL where no process of Sallyport uses it; returns the processes that do. */
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
