import { dirname, join } from 'node:path';
import { read } from './source.ts';

/** A relative link of a document, with its target's path from the root. */
export interface Link {
  href: string;
  path: string;
  anchor: string | null;
}

/** Returns the links of a Markdown document to files of the repository and to its own headings. */
export function linksOf(document: string): Link[] {
  return [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path, anchor] = href.split('#');
      return { href, path: path ? join(dirname(document), path) : document, anchor: anchor ?? null };
    });
}

/** Returns the anchors of a document's headings, in the form of the usual repository hosts. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const titles = [...textOf(document).matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns the cells of each table row below a heading of a document, until the next heading. */
export function rowsUnder(document: string, heading: string): string[][] {
  const [, section = ''] = textOf(document).split(`\n## ${heading}\n`);
  return rowsIn(section.split(/^## /m)[0] ?? '');
}

/** Returns the cells of all table rows in a text, without heads. */
export function rowsIn(text: string): string[][] {
  const lines = text.split('\n');
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]+\|$/.test(line);
}

/** Returns the document without code blocks. */
function textOf(document: string): string {
  return read(document).replaceAll(/^( *)```[^]*?^ *```$/gm, '');
}
