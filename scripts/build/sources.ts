import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Returns a digest, in hex, of the files that the patterns select, and of the versions of the packages. */
export async function digestOf(
  patterns: readonly string[],
  exclude: readonly string[] = [],
): Promise<string> {
  const hash = createHash('sha256');
  const paths = globSync([...patterns, 'package-lock.json'], { cwd: root, exclude }).toSorted();
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest('hex');
}

export function isInstalled(name: string): boolean {
  return existsSync(join(root, 'node_modules', name));
}

/** Prints how long a build took that began at this time of `performance.now()`. */
export function sayBuilt(what: string, began: number): void {
  console.log(`The ${what} is built, in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}
