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

/** PostgreSQL's files in a data folder, its programs, and its endpoint. */
export interface Cluster {
  readonly folder: Folder;
  readonly programs: Programs;
  readonly account: Account | null;
  readonly endpoint: Endpoint;
  /** Settings in addition to those of every cluster. */
  readonly more: Readonly<Record<string, string>>;
}

/** The role that owns PostgreSQL's own objects. */
export const superuser = 'postgres';

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Describes a data folder's cluster. Throws an Error if it cannot run. Requires the folder's lock. */
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

/** Creates an empty cluster if there is none; returns whether it did. Requires the folder's lock. */
export async function makeCluster(cluster: Cluster): Promise<boolean> {
  const { folder, programs, account, endpoint } = cluster;
  if (hasCluster(folder, programs.major)) return false;
  // A unique name: the processes of a killed start may still write to theirs.
  const draft = mkdtempSync(folder.drafts);
  if (account) handOver(draft, account);
  const given = [`--username=${superuser}`, '--no-instructions', ...locale, ...endpoint.initdb];
  const { code, said } = await runProgram(cluster, 'initdb', draft, given);
  if (code === 0) renameSync(draft, folder.cluster);
  removeDrafts(folder);
  if (code !== 0) throw whyNot(cluster, said);
  return true;
}

// Uses the descriptor, since the name may belong to another folder by now.
function handOver(draft: string, { uid, gid }: Account): void {
  const opened = openFolder(draft);
  try {
    if (fstatSync(opened).uid !== process.getuid?.()) throw new Error(`${draft} has another owner now.`);
    fchownSync(opened, uid, gid);
  } finally {
    closeSync(opened);
  }
}

// A draft that is still written to is removed later.
function removeDrafts({ drafts }: Folder): void {
  const [parent, prefix] = [dirname(drafts), basename(drafts)];
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix)))
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      continue;
    }
}

/** Starts PostgreSQL, which outlives this process. If it ends, `ended` resolves with its output. */
export function startPostgres(cluster: Cluster): { ended: Promise<string> } {
  const { folder, endpoint, more } = cluster;
  forgetStale(folder);
  return spawnPostgres(cluster, asArguments({ ...settings, ...endpoint.settings, ...more }));
}

/** Stops PostgreSQL: it disconnects clients and writes its memory to disk. Requires the folder's lock. */
export async function stopPostgres(cluster: Cluster): Promise<void> {
  const { folder } = cluster;
  if (!isRunning(folder)) return;
  // During recovery from a full disk, `fast` does not stop it. After `immediate`, it recovers from its log at
  // the next start.
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

/** Turns PostgreSQL's last output into an Error with advice. */
export function whyNot({ folder, account }: Cluster, said: string): Error {
  const uid = account?.uid ?? process.getuid?.();
  const user = uid === undefined ? userInfo().username : `user ${uid}`;
  return new Error(explain(said, { ...folder, user }), { cause: said });
}
