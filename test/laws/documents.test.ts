import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../adapters/rest/routes.ts';
import { anchorsOf, linksOf, type Link } from './markdown.ts';
import { read, specificationPages } from './source.ts';

const shelves = globSync('docs/{README.md,guides/*.md,reference/*.md,explanation/*.md}').toSorted();
const documents = [
  'ARCHITECTURE.md',
  'README.md',
  'CONTRIBUTING.md',
  ...specificationPages,
  'docs/reference/specification/README.md',
  'sdk/README.md',
  ...shelves,
  ...globSync('examples/**/README.md').toSorted(),
];
const linking = [...documents, ...globSync(['*.md', 'bench/*.md', 'docs/decisions/*.md']).toSorted()];
/** Requests that are served outside of the routes table. */
const besides = [
  'GET /healthz',
  'GET /readyz',
  'POST /mcp',
  'GET /oauth/auth',
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST /oauth/register',
];
const file = /`((?:server|schema|adapters|db|scripts|test|docs|bench|sdk|examples)\/[^`\s]*)`/g;

describe('the documents of the house', () => {
  it.each(documents)('%s names only files that are there', (document) => {
    const named = [...read(document).matchAll(file)].map(([, name = '']) => name);
    // Excludes patterns and placeholders.
    const exact = named.filter((name) => !/[<*{…]|NNNN/.test(name));

    expect(exact.filter((name) => !existsSync(name))).toEqual([]);
  });

  it.each(documents)('%s names only requests that are served', (document) => {
    const served = new Set(
      [...routes.map(({ method, path }) => `${method} ${path}`), ...besides].map(shapeOf),
    );
    const named = [...read(document).matchAll(/`(?:GET|POST|PATCH|PUT|DELETE)\s+\/[^`]*`/g)].map(([text]) =>
      text.slice(1, -1).replace(/\s+/, ' '),
    );

    expect(named.filter((request) => !served.has(shapeOf(request)))).toEqual([]);
  });

  it.each(specificationPages)('the index of the specification lists %s', (page) => {
    expect(read('docs/reference/specification/README.md')).toContain(`](${basename(page)})`);
  });

  it.each([...new Set(linking)])('%s links only to files and headings that are there', (document) => {
    const isBroken = ({ path, anchor }: Link) =>
      !existsSync(path) || (anchor !== null && !anchorsOf(path).has(anchor));

    expect(linksOf(document).filter(isBroken)).toEqual([]);
  });

  it('README.md has at most 8 KB', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8192);
  });

  it.each(['ARCHITECTURE.md', ...shelves, ...specificationPages])('%s has at most 12 KB', (document) => {
    expect(Buffer.byteLength(read(document))).toBeLessThanOrEqual(12_288);
  });

  it('docs/README.md lists every page of the shelves', () => {
    const listed = new Set(linksOf('docs/README.md').map(({ path }) => path));

    expect(shelves.filter((page) => page !== 'docs/README.md' && !listed.has(page))).toEqual([]);
  });

  it('ARCHITECTURE.md says of every section of the specification with rules where they are', () => {
    const sections = [
      ...specificationPages
        .map(read)
        .join('\n')
        .matchAll(/^## (\d+)\./gm),
    ].map(([, number = '']) => number);
    const told = new Set(
      [...read('ARCHITECTURE.md').matchAll(/^\| §(\d+)/gm)].map(([, number = '']) => number),
    );

    // Section 1 only describes the service.
    expect(sections.filter((number) => number !== '1' && !told.has(number))).toEqual([]);
  });
});

/** Returns a request without its query and its parameter names. */
function shapeOf(request: string): string {
  return request.replace(/\?.*/, '').replaceAll(/[:{<][^/]*/g, '*');
}
