import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

interface Sources {
  readonly files: readonly string[];
  readonly exclude?: readonly string[];
  /** Whether development dependencies are among the sources. */
  readonly withDevelopment: boolean;
}

/** Returns a digest, in hex, of the files that the patterns select, and of the packages that are installed. */
export async function digestOf({ files, exclude = [], withDevelopment }: Sources): Promise<string> {
  const hash = createHash('sha256');
  const paths = globSync(files, { cwd: root, exclude }).toSorted();
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(root, path)));
  hash.update(JSON.stringify(await installed(withDevelopment)));
  return hash.digest('hex');
}

/** Prints how long a build took that began at this time of `performance.now()`. */
export function sayBuilt(what: string, began: number): void {
  console.log(`The ${what} is built, in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

/** What npm installed, which may differ from package-lock.json until the next `npm ci`. */
async function installed(withDevelopment: boolean): Promise<unknown[]> {
  const text = await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, { dev?: boolean }> };
  return Object.entries(packages).filter(([, { dev }]) => withDevelopment || !dev);
}
