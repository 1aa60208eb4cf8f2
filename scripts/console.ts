// `npm run console`, which `npm start` runs first: builds the console if its sources have changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'console/dist');
const sources = ['console/**/*.{ts,tsx,css,html,svg,json}', 'package-lock.json'];

if (process.env['CONSOLE'] !== 'off') await build();

async function build(): Promise<void> {
  const digest = await digestOfSources();
  if ((await readFile(join(built, '.digest'), 'utf8').catch(() => null)) === digest) return;
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (!existsSync(built))
      console.log('The server starts without a console: building it needs the development dependencies.');
    return;
  }
  const began = performance.now();
  // Another start may build at the same time: each writes its folder, and one of them stays.
  const folder = `${built}-${process.pid}`;
  process.env['CONSOLE_OUT'] = folder;
  // Libraries warn and check more in other environments.
  process.env['NODE_ENV'] = 'production';
  const { build: bundle } = await import('vite');
  await bundle({ configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' });
  await writeFile(join(folder, '.digest'), digest);
  await rm(built, { recursive: true, force: true });
  await rename(folder, built).catch(async () => await rm(folder, { recursive: true }));
  console.log(`The console is built, in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const paths = globSync(sources, { cwd: root, exclude: ['console/dist*/**'] }).toSorted();
  for (const path of paths) hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest('hex');
}
