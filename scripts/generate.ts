import { readFile, writeFile } from 'node:fs/promises';
import { generate } from '@graphql-codegen/cli';
import { lexicographicSortSchema, printSchema } from 'graphql';
import codegen from '../codegen.ts';
import { schema } from '../schema/index.ts';
import { catalogue } from '../schema/records/event/catalogue.ts';

/** Writes the two generated files, and the table of event types in the documentation. With `--check`, writes nothing and fails if one of them is stale. */
const check = process.argv.includes('--check');
const stale: string[] = [];

const sdlPath = 'schema/schema.graphql';
await keep(sdlPath, `${printSchema(lexicographicSortSchema(schema))}\n`);

for (const { filename, content } of await generate({ ...codegen, silent: true }, false))
  await keep(filename, content);

const eventsPath = 'docs/reference/events.md';
await keep(
  eventsPath,
  (await readFile(eventsPath, 'utf8')).replace(/(?<=\n\| resource \| names \|\n)(?:\|.*\n)+/, typeRows()),
);

if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.\n`);
  process.exitCode = 1;
}

/** Returns the rows of the table of event types: the names of each resource. */
function typeRows(): string {
  const types = Object.keys(catalogue);
  const byResource = Map.groupBy(types, (type) => type.slice(0, type.lastIndexOf('.')));
  const rows = [...byResource].map(([resource, group]) => {
    const names = group.map((type) => `\`${type.slice(resource.length + 1)}\``);
    return `| \`${resource}\` | ${names.join(', ')} |\n`;
  });
  return `|---|---|\n${rows.join('')}`;
}

async function keep(path: string, content: string): Promise<void> {
  const present = await readFile(path, 'utf8').catch(() => null);
  if (present === content) return;
  if (check) stale.push(path);
  else await writeFile(path, content);
}
