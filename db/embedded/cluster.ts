import { closeSync, fchownSync, fstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { accountFor, type Account } from './account.ts';
import { endpointOf, type Endpoint } from './endpoint.ts';
import { hasCluster, unusable, type Folder } from './folder.ts';
import { preparePrograms, type Programs } from './programs.ts';
import { explain } from './reasons.ts';
import { runProgram, spawnPostgres } from './run.ts';
import { forgetStale, isRunning } from './running.ts';
import { openFolder } from './safely.ts';
import { asArguments, settings } from './settings.ts';

/** The files of PostgreSQL in a data folder, the programs that serve them, and where it is reached. */
export interface Cluster {
  readonly folder: Folder;
  readonly programs: Programs;
  readonly account: Account | null;
  readonly endpoint: Endpoint;
  /** Settings besides those that every cluster has. */
  readonly more: Readonly<Record<string, string>>;
}

/** The role that owns what PostgreSQL itself keeps. */
export const superuser = 'postgres';

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Looks at the data folder and at this machine. Throws a sentence where it cannot be. Only in the folder's turn. */
export function describeCluster(folder: Folder, more: Cluster['more'] = {}): Cluster {
  const { dataDir } = folder;
  try {
    const account = accountFor(dataDir, folder.cluster);
    const programs = preparePrograms(dataDir, account);
    return { folder, programs, account, endpoint: endpointOf(dataDir, folder.cluster, account), more };
  } catch (cause) {
    throw 'code' in (cause as Error) ? unusable(dataDir, cause) : cause;
  }
}

/** Writes an empty cluster where there is none; whether it has. Only in the folder's turn. */
export async function makeCluster(cluster: Cluster): Promise<boolean> {
  const { folder, programs, account, endpoint } = cluster;
  if (hasCluster(folder, programs.major)) return false;
  // Each has a name of its own: what a killed process has begun may still be written to.
  const draft = mkdtempSync(folder.drafts);
  if (account) handOver(draft, account);
  const given = [`--username=${superuser}`, '--no-instructions', ...locale, ...endpoint.initdb];
  const { code, said } = await runProgram(cluster, 'initdb', draft, given);
  if (code === 0) renameSync(draft, folder.cluster);
  removeDrafts(folder);
  if (code !== 0) throw whyNot(cluster, said);
  return true;
}

// By its descriptor: by its name it may be another folder by now.
function handOver(draft: string, { uid, gid }: Account): void {
  const opened = openFolder(draft);
  try {
    if (fstatSync(opened).uid !== process.getuid?.()) throw new Error(`${draft} has another owner now.`);
    fchownSync(opened, uid, gid);
  } finally {
    closeSync(opened);
  }
}

// What is still written to is removed at another time.
function removeDrafts({ drafts }: Folder): void {
  const [parent, prefix] = [dirname(drafts), basename(drafts)];
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix)))
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      continue;
    }
}

/** Starts PostgreSQL, which outlives this process. `ended` resolves with what it said, should it end. */
export function startPostgres(cluster: Cluster): { ended: Promise<string> } {
  const { folder, endpoint, more } = cluster;
  forgetStale(folder);
  return spawnPostgres(cluster, asArguments({ ...settings, ...endpoint.settings, ...more }));
}

/** Stops PostgreSQL: clients are cut off, and what is in memory is written. Only in the folder's turn. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const { folder } = cluster;
  if (!isRunning(folder)) return;
  // One that recovers from a full disk does not end by the first; what it had not written it reads again at its next start.
  for (const mode of ['fast', 'immediate']) {
    const given = ['stop', `--mode=${mode}`, '--wait', '--silent', '--timeout=30'];
    const { said } = await runProgram(cluster, 'pg_ctl', folder.cluster, given);
    if (!isRunning(folder)) return;
    if (mode === 'immediate')
      throw new Error(
        `PostgreSQL does not stop in ${folder.dataDir}: ${said.trim()}. ${folder.log} may have the reason. \`kill ` +
          `-9 $(head -1 ${folder.cluster}/postmaster.pid)\` stops it; acknowledged data is not lost.`,
      );
  }
}

/** What PostgreSQL said before it ended, as a sentence that says what to do. */
export function whyNot({ folder, account }: Cluster, said: string): Error {
  const uid = account?.uid ?? process.getuid?.();
  const user = uid === undefined ? userInfo().username : `user ${uid}`;
  return new Error(explain(said, { ...folder, user }), { cause: said });
}
