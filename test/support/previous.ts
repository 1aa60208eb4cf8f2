import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const root = join(import.meta.dirname, '../..');
const list = 'db/migrations/index.ts';

export interface PreviousVersion {
  commit: string;
  /** The folder of its files, with the packages of this version. */
  folder: string;
  /** Whether it has the file. */
  has(path: string): boolean;
}

/** Checks out the newest commit whose migrations differ from this version's; otherwise returns the reason. */
export function previousVersion(): PreviousVersion | string {
  const now = readFileSync(join(root, list), 'utf8');
  try {
    const changes = git('log', '--format=%H', '--', list).trim().split('\n');
    const commits = ['HEAD', ...changes.map((commit) => `${commit}^`)];
    const commit = commits.find((candidate) => git('show', `${candidate}:${list}`) !== now);
    if (!commit) return 'The migrations have never been others.';
    return checkOut(git('rev-parse', commit).trim());
  } catch (error) {
    return `The version before is not to be had, as where only the last commit was fetched: ${String(error)}`;
  }
}

function checkOut(commit: string): PreviousVersion {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-previous-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'previous.tar');
  git('archive', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = new Set(git('ls-tree', '-r', '--name-only', commit).split('\n'));
  return { commit, folder, has: (path) => files.has(path) };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
