// npm packs no symbolic links, and neither pnpm, bun nor our install runs the script that creates them.
import { lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Link {
  source: string;
  target: string;
}

/** Creates the links beside the libraries; returns false if that folder is not writable. */
export function linkInPlace(native: string): boolean {
  try {
    for (const { source, target } of linksOf(native))
      makeLink(basename(source), join(native, 'lib', basename(target)));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

/** Creates the links in a separate folder, for LD_LIBRARY_PATH. */
export function linkElsewhere(native: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { source, target } of linksOf(native))
    makeLink(join(native, 'lib', basename(source)), join(folder, basename(target)));
}

function linksOf(native: string): Link[] {
  return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
}

function makeLink(to: string, at: string): void {
  if (lstatSync(at, { throwIfNoEntry: false })) return;
  try {
    symlinkSync(to, at);
  } catch (error) {
    // Another process that starts at this moment has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
