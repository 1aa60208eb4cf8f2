import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Plugin, RolldownOutput } from 'rolldown';
import { root } from './sources.ts';

/** Native code, packages that load files by a computed path, and a large one that few requests need. */
const external = ['@graphql-yoga/render-graphiql', '@node-rs/argon2', 'knex', 'pg', 'pino'];

/**
 * Joins the modules of these programs of `server/` into a few files in the folder. Returns false if the bundler
 * is not installed. Throws an Error if a file would not find a package.
 */
export async function bundle(programs: readonly string[], folder: string): Promise<boolean> {
  const bundler = await import('rolldown').catch(() => null);
  if (!bundler) return false;
  await using build = await bundler.rolldown({
    input: Object.fromEntries(programs.map((name) => [name, join(root, `server/${name}.ts`)])),
    platform: 'node',
    tsconfig: false,
    external: isExternal,
    plugins: [foldersOfSources(folder)],
    // Packages of others warn about themselves.
    logLevel: 'silent',
  });
  const { output } = await build.write({ dir: folder, format: 'esm', keepNames: true });
  assertComplete(output);
  return true;
}

function assertComplete(output: RolldownOutput['output']): void {
  const files = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap((it) => (it.type === 'chunk' ? [...it.imports, ...it.dynamicImports] : []));
  const missing = imported.filter((id) => !files.has(id) && !isBuiltin(id) && !isExternal(id));
  if (missing.length > 0) throw new Error(`The server would not find ${missing.join(', ')}.`);
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
