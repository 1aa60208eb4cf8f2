import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './source.ts';

const documents = [
  'ARCHITECTURE.md',
  'README.md',
  'CONTRIBUTING.md',
  'docs/specification.md',
  'docs/webhooks.md',
];
const path = /`((?:server|schema|adapters|db|scripts|test|docs|bench|sdk)\/[^`\s]*)`/g;

describe('the documents of the house', () => {
  it.each(documents)('%s names only files that are there', (document) => {
    const named = [...read(document).matchAll(path)].map(([, name = '']) => name);
    // A pattern, or a name that is still to be chosen.
    const exact = named.filter((name) => !/[<*{…]|NNNN/.test(name));

    expect(exact.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('ARCHITECTURE.md says of every section of the specification with rules where they are', () => {
    const sections = [...read('docs/specification.md').matchAll(/^## (\d+)\./gm)].map(
      ([, number = '']) => number,
    );
    const told = new Set(
      [...read('ARCHITECTURE.md').matchAll(/^\| §(\d+)/gm)].map(([, number = '']) => number),
    );

    // 1 tells what the service is.
    expect(sections.filter((number) => number !== '1' && !told.has(number))).toEqual([]);
  });
});
