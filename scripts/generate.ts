import { readFile, writeFile } from 'node:fs/promises';
import { generate } from '@graphql-codegen/cli';
import { lexicographicSortSchema, printSchema } from 'graphql';
import codegen from '../codegen.ts';
import { schema } from '../schema/index.ts';

/** Writes the two generated files. With `--check`, writes nothing and fails if one of them is stale. */
const check = process.argv.includes('--check');
const stale: string[] = [];

const sdlPath = 'schema/schema.graphql';
await keep(sdlPath, `${printSchema(lexicographicSortSchema(schema))}\n`);

for (const { filename, content } of await generate({ ...codegen, silent: true }, false))
  await keep(filename, content);

if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.\n`);
  process.exitCode = 1;
}

async function keep(path: string, content: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => null);
  if (present === content) return;
  if (check) stale.push(path);
  else await writeFile(path, content);
}
