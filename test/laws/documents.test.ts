import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routes } from '../../adapters/rest/routes.ts';
import { read, specificationPages } from './source.ts';

const documents = [
  'ARCHITECTURE.md',
  'README.md',
  'CONTRIBUTING.md',
  'docs/mcp-clients.md',
  'docs/operations.md',
  'docs/security.md',
  ...specificationPages,
  'docs/webhooks.md',
  'sdk/README.md',
];
/** What is served beside the rows. */
const besides = [
  'POST /mcp',
  'GET /oauth/auth',
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST /oauth/register',
];
const file = /`((?:server|schema|adapters|db|scripts|test|docs|bench|sdk)\/[^`\s]*)`/g;

describe('the documents of the house', () => {
  it.each(documents)('%s names only files that are there', (document) => {
    const named = [...read(document).matchAll(file)].map(([, name = '']) => name);
    // A pattern, or a name that is still to be chosen.
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

  it.each(specificationPages)('%s fits on one page, and the index lists it', (page) => {
    expect(Buffer.byteLength(read(page))).toBeLessThanOrEqual(12_288);
    expect(read('docs/reference/specification/README.md')).toContain(`](${basename(page)})`);
  });

  it('ARCHITECTURE.md is read in one sitting', () => {
    expect(Buffer.byteLength(read('ARCHITECTURE.md'))).toBeLessThanOrEqual(12_288);
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

    // 1 tells what the service is.
    expect(sections.filter((number) => number !== '1' && !told.has(number))).toEqual([]);
  });
});

/** A request without its query and the names of its parameters. */
function shapeOf(request: string): string {
  return request.replace(/\?.*/, '').replaceAll(/[:{<][^/]*/g, '*');
}
