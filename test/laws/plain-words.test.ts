import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  opensWithClause,
  passagesOf,
  plain,
  retiredIn,
  sentencesOf,
  sentencesOfMarkdown,
} from './sentences.ts';
import { read } from './source.ts';

const mostWords = 30;
const documents = [
  ...globSync(
    '{README,ARCHITECTURE,CHANGELOG,CONTRIBUTING,GLOSSARY,SECURITY,bench/README,sdk/README}.md',
  ).toSorted(),
  ...globSync('docs/{README.md,decisions/*.md,guides/*.md,reference/**/*.md,explanation/*.md}').toSorted(),
  ...globSync('examples/**/README.md').toSorted(),
];

describe.each(documents)('%s', (document) => {
  const sentences = sentencesOfMarkdown(read(document));

  it(`has no sentence of more than ${mostWords} words`, () => {
    expect(sentences.filter(({ words }) => words > mostWords)).toEqual([]);
  });

  it('uses no retired phrase', () => {
    const found = sentences.flatMap(({ text }) => retiredIn(text).map((phrase) => `${phrase}, in: ${text}`));

    expect(found).toEqual([]);
  });

  it('begins no sentence with a what- or who-clause', () => {
    expect(sentences.filter(opensWithClause)).toEqual([]);
  });
});

describe('the reader of sentences', () => {
  it('leaves out code blocks, and separates headings, list items and table cells', () => {
    const markdown = [
      '# A title',
      'One paragraph',
      'on two lines.',
      '```sh',
      'npm start # Not a sentence.',
      '```',
      '- An item',
      '  goes on. It ends.',
      '  ```sh',
      '  npm test',
      '  ```',
      '',
      '| a | b |',
      '|---|---|',
      '| `x | y` | A cell. |',
    ].join('\n');

    expect(passagesOf(markdown)).toEqual([
      'A title',
      'One paragraph on two lines.',
      'An item goes on. It ends.',
      'a',
      'b',
      '`x  y`',
      'A cell.',
    ]);
  });

  it('counts inline code, link targets and addresses as one word', () => {
    expect(
      sentencesOf('Run `npm run backup -- <file>`, see [the guide](a/b.md#c d) and <https://a.example/b>.'),
    ).toEqual([{ text: 'Run CODE, see the guide and CODE.', words: 7 }]);
  });

  it('splits at the end of a sentence, and at no version or abbreviation', () => {
    const texts = sentencesOf('Node 24.21 works. Use it, e.g. Alpine. `a.b` too (really). Ends?').map(
      ({ text }) => text,
    );

    expect(texts).toEqual(['Node 24.21 works.', 'Use it, e.g. Alpine.', 'CODE too (really).', 'Ends?']);
  });

  it('finds retired phrases and clauses', () => {
    expect(retiredIn(plain('Somebody had it sent once more.'))).toEqual([
      'Somebody → name the actor: a member, the server, no member',
      'once more → again',
    ]);
    expect(retiredIn(plain('It answers `nobody`.'))).toEqual([]);
    expect(sentencesOf('What is refused stays. What is it? Whose key').map(opensWithClause)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
