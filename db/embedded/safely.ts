// PostgreSQL's user or the folder's owner could place files in a data folder to make root read or write
// others. So these functions follow no links, and read only regular files.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const mostBytes = 256;

/** Returns the beginning of a small file, or null if there is none. */
export function readBeginning(path: string): string | null {
  const file = openIfThere(path);
  if (file === null) return null;
  try {
    assertFile(path, fstatSync(file));
    const bytes = Buffer.alloc(mostBytes);
    return bytes.subarray(0, readSync(file, bytes)).toString();
  } finally {
    closeSync(file);
  }
}

/** Opens a file of this process's user for appending, and creates it if there is none. */
export function openOwn(path: string): number {
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stats = fstatSync(file);
    assertFile(path, stats);
    if (stats.nlink !== 1 || stats.uid !== process.getuid?.()) throw notOurs(path);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Opens a folder and returns its descriptor. */
export function openFolder(path: string): number {
  return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function assertFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw notOurs(path);
}

function notOurs(path: string): Error {
  return new Error(
    `${path} was not created by this user of Sallyport. Check who created it, and move it away.`,
  );
}
