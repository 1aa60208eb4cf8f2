import { unseen } from '../../../../schema/values/visible.ts';
import { pathOf, root } from './addresses.ts';
import type { Block, Entry, Inline, Line, Page, Row } from './blocks.ts';

/** Returns the page as Markdown (CommonMark with tables). Its links lead to other Markdown pages. */
export function markdownOf({ title, blocks }: Page): string {
  return `${[`# ${escaped(title)}`, ...blocks.map(blockOf)].filter(Boolean).join('\n\n')}\n`;
}

function blockOf(block: Block): string {
  return (renderers[block.kind] as (block: Block) => string)(block);
}

const renderers: { [Kind in Block['kind']]: (block: Extract<Block, { kind: Kind }>) => string } = {
  heading: ({ level, line }) => `${'#'.repeat(level)} ${lineOf(line)}`,
  paragraph: ({ line }) => lineOf(line),
  endpoint: ({ method, path }) => code(`${method} ${path}`),
  facts: ({ rows }) => rows.map(([name, line]) => `- ${escaped(name)}: ${lineOf(line)}`).join('\n'),
  entries: ({ entries }) => entries.map(entryOf).join('\n'),
  table: ({ columns, rows }) => tableOf(columns, rows),
  sample: ({ language, text }) => fenced(language, text),
  search: () => '',
  list: ({ blocks }) => blocks.map(blockOf).filter(Boolean).join('\n\n'),
  pager: pagerOf,
};

function entryOf({ method, path, summary, page }: Entry): string {
  return `- [${code(`${method} ${path}`)}](${pathOf(page, '.md')}) ${escaped(summary)}`;
}

function lineOf(line: Line): string {
  return line.map(inlineOf).join('');
}

function inlineOf(part: Inline): string {
  if (typeof part === 'string') return escaped(part);
  if ('code' in part) return code(part.code);
  if ('path' in part) return `[${escaped(part.text)}](${part.path})`;
  // Markdown has no rows to link to.
  if (part.anchor !== undefined) return code(part.text);
  return `[${escaped(part.text)}](${pathOf(part.page, '.md')})`;
}

function tableOf(columns: readonly string[], rows: readonly Row[]): string {
  return [
    rowOf(columns.map(escaped)),
    rowOf(columns.map(() => '---')),
    ...rows.map(({ cells }) => rowOf(cells.map((line) => inCell(lineOf(line))))),
  ].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

// In a table, a bar ends the cell even inside code.
function inCell(text: string): string {
  return text.replaceAll(/\\?\|/g, String.raw`\|`);
}

function pagerOf({ query, current, last }: Extract<Block, { kind: 'pager' }>): string {
  const link = (to: number, text: string) =>
    to < 1 || to > last ? [] : [`[${text}](${root}.md?${query}page=${to})`];
  return [...link(current - 1, 'Previous'), `Page ${current} of ${last}`, ...link(current + 1, 'Next')].join(
    ' · ',
  );
}

/** Returns the text so that it stays text in Markdown and in HTML. */
export function escaped(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)|&(?=[\w#]+;)/g, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replace(/^[#+=-]/, String.raw`\$&`);
}

/** Returns inline code, between more backticks than it contains in a row. */
export function code(text: string): string {
  const content = oneLine(text);
  const fence = '`'.repeat(longestRun(content) + 1);
  const edge = /^`|`$/.test(content) ? ' ' : '';
  return `${fence}${edge}${content}${edge}${fence}`;
}

function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.split('\n').map(withoutUnseen).join('\n')}\n${fence}`;
}

function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? [];
  return runs.reduce((longest, { length }) => Math.max(longest, length), 0);
}

function oneLine(text: string): string {
  return withoutUnseen(text.replaceAll(/\s+/g, ' '));
}

function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, '');
}
