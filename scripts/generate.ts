import { readFile, writeFile } from 'node:fs/promises';
import { generate } from '@graphql-codegen/cli';
import { lexicographicSortSchema, printSchema } from 'graphql';
import codegen, { documentsOfConsole } from '../codegen.ts';
import { iconSource } from '../console/icons.ts';
import { schema } from '../schema/index.ts';
import { catalogue } from '../schema/records/event/catalogue.ts';

/**
 * Writes the generated files, and the table of event types in the documentation. With `--check`, writes nothing and fails
 * if one of them is stale. With `--release`, keeps the console's documents of this version for the next one.
 */
const check = process.argv.includes('--check');
const stale: string[] = [];

const sdlPath = 'schema/schema.graphql';
await keep(sdlPath, `${printSchema(lexicographicSortSchema(schema))}\n`);

for (const { filename, content } of await generate({ ...codegen, silent: true }, false))
  await keep(filename, content);

const documentsPath = 'adapters/graphql/console-documents.generated.ts';
if (process.argv.includes('--release')) {
  const released = (await readFile(documentsPath, 'utf8'))
    .replace('of the console,', 'of the console of the released version,')
    .replace('consoleDocuments', 'previousConsoleDocuments');
  await keep('adapters/graphql/previous-console-documents.generated.ts', released);
}
await keep(documentsPath, listOfDocuments());

await keep('console/src/parts/icons.generated.ts', iconSource());

const eventsPath = 'docs/reference/events.md';
await keep(
  eventsPath,
  (await readFile(eventsPath, 'utf8')).replace(/(?<=\n\| resource \| names \|\n)(?:\|.*\n)+/, typeRows()),
);

if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.\n`);
  process.exitCode = 1;
}

/** Returns the source of the list of the console's documents. */
function listOfDocuments(): string {
  const rows = [...documentsOfConsole].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([id, text]) => `  '${id}':\n    ${JSON.stringify(text)},\n`);
  return [
    '/** The documents of the console, by the SHA-256 of their text. */\n',
    `export const consoleDocuments: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
  ].join('');
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
