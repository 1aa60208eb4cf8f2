import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle } from './bundle.ts';
import { digestOf, root, sayBuilt } from './sources.ts';

const built = join(root, 'dist');
/** `main` is written last, so it tells which build all of them belong to. */
const programs = ['worker', 'main'];
const sources = {
  files: ['{adapters,db,schema,server}/**/*.ts', 'scripts/build/*.ts'],
  withDevelopment: false,
};
/** For this long, a process of an earlier build may load more parts of it. */
const keptMs = 24 * 60 * 60_000;

/**
 * Joins the modules of the server and the worker into a few files, if they have changed since the last build.
 * Node loads these in half the time. The programs are `dist/main.js` and `dist/worker.js`.
 */
export async function buildServer(): Promise<void> {
  const folder = join(built, (await digestOf(sources)).slice(0, 16));
  if (isWhole(folder) || (await build(folder))) return await pointAt(`./${basename(folder)}`, 'js');
  console.log(
    'The server runs from its sources, which start slower: the development dependency rolldown cannot be loaded.',
  );
  await pointAt('../server', 'ts');
}

function isWhole(folder: string): boolean {
  return programs.every((name) => existsSync(join(folder, `${name}.js`)));
}

/** Returns false if the bundler is not installed. */
async function build(folder: string): Promise<boolean> {
  await assertWritable();
  const began = performance.now();
  // Another start may build at the same time: each writes its folder, and the first one stays.
  const own = `${folder}-${process.pid}`;
  try {
    if (!(await bundle(programs, own))) return false;
    if (!isWhole(folder)) {
      await rm(folder, { recursive: true, force: true });
      await rename(own, folder).catch((error: unknown) => {
        if (!isWhole(folder)) throw error;
      });
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  sayBuilt('server', began);
  return true;
}

/** Lets `dist/main.js` and `dist/worker.js` import the programs of a folder. */
async function pointAt(folder: string, extension: string): Promise<void> {
  const textOf = (name: string) => `import '${folder}/${name}.${extension}';\n`;
  const before = await readFile(join(built, 'main.js'), 'utf8').catch(() => '');
  if (before === textOf('main')) return;
  await assertWritable();
  for (const name of programs) {
    const path = join(built, `${name}.js`);
    // A start may read it at the same time.
    const own = `${path}-${process.pid}`;
    await writeFile(own, textOf(name));
    await rename(own, path);
  }
  await noteUse(/'\.\/(\w+)\//.exec(before)?.[1]);
  await forgetOldBuilds(basename(folder));
}

/** Notes that a build was in use until now. */
async function noteUse(name: string | undefined): Promise<void> {
  const now = new Date();
  if (name !== undefined) await utimes(join(built, name), now, now).catch(() => {});
}

async function forgetOldBuilds(current: string): Promise<void> {
  const entries = await readdir(built, { withFileTypes: true });
  for (const { name } of entries.filter((it) => it.isDirectory() && it.name !== current)) {
    const path = join(built, name);
    // Another build may remove it at the same time.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs > Date.now() - keptMs) continue;
    // Under its name, it would be taken for whole if this process died now.
    await rename(path, `${path}-old`).catch(() => {});
    await rm(`${path}-old`, { recursive: true, force: true });
  }
}

async function assertWritable(): Promise<void> {
  try {
    await mkdir(built, { recursive: true });
    await access(built, constants.W_OK);
  } catch (cause) {
    const advice = 'Run `npm run build` as the user who owns this folder.';
    throw new Error(`The server must be built, and this user cannot write ${built}. ${advice}`, { cause });
  }
}
