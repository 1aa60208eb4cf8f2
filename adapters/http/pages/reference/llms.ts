import { namedPages, pathOf } from './addresses.ts';
import type { Description } from './description.ts';
import { code, escaped } from './markdown.ts';
import type { Operation } from './operations.ts';

/** Returns the list of all Markdown pages for models, in the form of llmstxt.org. */
export function llmsText({ info }: Description, operations: readonly Operation[]): string {
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)];
  const named = namedPages.map((name) => `- [${name}](${pathOf(name, '.md')})`);
  return `${[
    `# ${escaped(info?.title ?? 'API')}`,
    ...(info?.description ? [`> ${escaped(info.description)}`] : []),
    'The OpenAPI document is at [/openapi.json](/openapi.json).',
    ['## Reference', `- [operations](${pathOf('', '.md')})`, ...named].join('\n'),
    ...groups.map(([tag, members]) => [`## ${escaped(tag)}`, ...members.map(lineOf)].join('\n')),
  ].join('\n\n')}\n`;
}

function lineOf({ id, method, path, summary }: Operation): string {
  return `- [${escaped(id)}](${pathOf(id, '.md')}): ${code(`${method} ${path}`)} ${escaped(summary)}`;
}
