import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin, RolldownOutput } from 'rolldown';
import { digestOf, isInstalled, root, sayBuilt } from './sources.ts';

const built = join(root, 'dist');
const programs = ['main', 'worker'];
/** Native code, and packages that load files by a computed path. `pg` comes with knex: both must see one copy. */
const external = ['@node-rs/argon2', 'knex', 'pg', 'pino'];
/** A process of the build before may still load parts of it. */
const builds = 2;

/**
 * Joins the modules of the server and the worker into a few files, if they have changed since the last build.
 * Node loads these in half the time. The programs are `dist/main.js` and `dist/worker.js`.
 */
export async function buildServer(): Promise<void> {
  const digest = await digestOf(['{adapters,db,schema,server}/**/*.ts', 'scripts/build/server.ts']);
  const folder = join(built, digest.slice(0, 16));
  if (!existsSync(folder)) {
    if (!isInstalled('rolldown')) return await pointAt('../server', 'ts');
    const began = performance.now();
    await bundle(folder);
    sayBuilt('server', began);
    await forgetOldBuilds();
  }
  await pointAt(`./${basename(folder)}`, 'js');
}

async function bundle(folder: string): Promise<void> {
  // Another start may build at the same time: each writes its folder, and the first one stays.
  const own = `${folder}-${process.pid}`;
  const { rolldown } = await import('rolldown');
  await using build = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, join(root, `server/${name}.ts`)])),
    platform: 'node',
    tsconfig: false,
    external: isExternal,
    plugins: [foldersOfSources(own)],
    // Packages of others warn about themselves.
    logLevel: 'silent',
  });
  try {
    const { output } = await build.write({ dir: own, format: 'esm', keepNames: true });
    assertComplete(output);
    await rename(own, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Throws an Error if a file imports a package that is neither in the files nor left outside on purpose. */
function assertComplete(output: RolldownOutput['output']): void {
  const files = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap((it) => (it.type === 'chunk' ? [...it.imports, ...it.dynamicImports] : []));
  const missing = imported.filter((id) => !files.has(id) && !isBuiltin(id) && !isExternal(id));
  if (missing.length > 0) throw new Error(`The built server would not find ${missing.join(', ')}.`);
}

function isExternal(id: string): boolean {
  return external.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Modules read files beside themselves, which stay beside the sources. */
function foldersOfSources(folder: string): Plugin {
  return {
    name: 'folders-of-sources',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.dirname'))
        return null;
      const path = JSON.stringify(`/${relative(folder, dirname(id))}`);
      return code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${path})`);
    },
  };
}

/** Lets `dist/main.js` and `dist/worker.js` import the programs of a folder. */
async function pointAt(folder: string, extension: string): Promise<void> {
  await mkdir(built, { recursive: true });
  for (const name of programs) {
    const [path, text] = [join(built, `${name}.js`), `import '${folder}/${name}.${extension}';\n`];
    if ((await readFile(path, 'utf8').catch(() => null)) === text) continue;
    // A start may read it at the same time.
    const own = `${path}-${process.pid}`;
    await writeFile(own, text);
    await rename(own, path);
  }
}

async function forgetOldBuilds(): Promise<void> {
  const entries = await readdir(built, { withFileTypes: true });
  const folders = entries.filter((it) => it.isDirectory()).map(({ name }) => join(built, name));
  const dated = await Promise.all(folders.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const old = dated.toSorted((a, b) => b.at - a.at).slice(builds);
  await Promise.all(old.map(async ({ path }) => await rm(path, { recursive: true, force: true })));
}
