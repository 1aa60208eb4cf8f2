// If PostgreSQL's user cannot enter the package's folder, such as under /root, it runs a copy.
import { chmodSync, cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkInPlace } from './links.ts';
import type { Package } from './package.ts';

/** Folders that all users may enter, and only root may write. The first writable one is used. */
const shelves = ['/var/cache/sallyport', '/var/lib/sallyport', '/opt/sallyport'];

/**
 * Returns a copy of the package's programs that all users may run and only root may write, one per version.
 */
export function copyForOthers(found: Package): string {
  const failures: string[] = [];
  for (const shelf of shelves)
    try {
      const copy = join(shelf, `postgres-${found.version}`);
      mkdirSync(shelf, { recursive: true, mode: 0o755 });
      withParents(shelf).forEach(assertRootsAlone);
      if (!isWhole(found.native, copy)) make(found.native, shelf, copy);
      assertRootAlone(copy);
      return copy;
    } catch (error) {
      failures.push((error as Error).message);
    }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can enter ${found.native}. Copying it failed: ` +
      `${failures.join('; ')}. Start Sallyport as another user, install it where all users may enter, or set ` +
      'DATABASE_URL.',
  );
}

function neededFiles(native: string): string[] {
  const all = globSync('**', { cwd: native }).filter((path) => lstatSync(join(native, path)).isFile());
  return all.filter((path) => isNeeded(`/${path}`));
}

function isNeeded(path: string): boolean {
  return !/\.a$|\/(?:pgxs|pkgconfig|include)(?:\/|$)/.test(path);
}

function isWhole(native: string, copy: string): boolean {
  return neededFiles(native).every((path) => sizeOf(join(copy, path)) === sizeOf(join(native, path)));
}

function sizeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.size;
}

// A rename makes the copy complete or absent, even if processes are killed or copy at the same time.
function make(native: string, shelf: string, copy: string): void {
  const draft = mkdtempSync(join(shelf, '.copying-'));
  try {
    for (const path of neededFiles(native)) cpSync(join(native, path), join(draft, path));
    linkInPlace(draft);
    for (const path of ['', ...globSync('**', { cwd: draft })]) openToAll(join(draft, path));
    // An incomplete copy is moved aside, since a rename cannot replace a folder that is not empty.
    if (lstatSync(copy, { throwIfNoEntry: false }) && !isWhole(native, copy))
      renameSync(copy, `${draft}.broken`);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isWhole(native, copy)) throw error;
  }
}

function openToAll(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
}

function assertRootAlone(copy: string): void {
  for (const path of ['', ...globSync('**', { cwd: copy })]) assertRootsAlone(join(copy, path));
}

function assertRootsAlone(path: string): void {
  const stats = lstatSync(path);
  if (stats.uid !== 0 || (!stats.isSymbolicLink() && (stats.mode & 0o022) !== 0))
    throw new Error(`users other than root may write to ${path}`);
}

function withParents(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...withParents(parent), path];
}
