import { existsSync, rmSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { callbackify } from 'node:util';

/**
 * Writes a file completely or not at all: it has another name until all of it is on the disk. Never
 * overwrites a file. A backup contains everything but the master key, so only its owner may read it.
 */
export async function writeWhole<T>(path: string, write: (to: Writable) => Promise<T>): Promise<T> {
  refuseTaken(path);
  const partial = `${path}.partial`;
  const file = await create(partial);
  const remove = () => rmSync(partial, { force: true });
  process.once('exit', remove);
  try {
    const result = await writeTo(file, write);
    refuseTaken(path);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

async function writeTo<T>(file: FileHandle, write: (to: Writable) => Promise<T>): Promise<T> {
  try {
    const result = await write(streamTo(file));
    await file.sync();
    return result;
  } finally {
    await file.close();
  }
}

// Node's own stream would close the file when a write fails, and before the sync.
function streamTo(file: FileHandle): Writable {
  const write = async (chunk: Buffer, _encoding: BufferEncoding) => await file.writeFile(chunk);
  return new Writable({ write: callbackify(write) });
}

function refuseTaken(path: string): void {
  if (existsSync(path))
    throw new Error(`${path} already exists, and is not overwritten. Choose another name, or remove it.`);
}

async function create(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, 'wx', 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Error(
      code === 'EEXIST'
        ? `${partial} already exists: another backup is running, or one was interrupted. Remove it if no other runs.`
        : `The backup cannot be written: ${message}. Choose another name.`,
      { cause },
    );
  }
}

// A name is on the disk once its folder is synced. Windows cannot sync folders.
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
}
