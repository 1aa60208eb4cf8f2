import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, root, sayBuilt } from './sources.ts';

const built = join(root, 'console/dist');
const sources = {
  files: ['console/**/*.{ts,tsx,css,html,svg,json}'],
  exclude: ['console/dist*/**'],
  withDevelopment: true,
};

/** Builds the console if its sources have changed since the last build. */
export async function buildConsole(): Promise<void> {
  const digest = await digestOf(sources);
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
  sayBuilt('console', began);
}
