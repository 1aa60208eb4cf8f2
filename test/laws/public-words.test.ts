import { globSync } from 'node:fs';
import { parse, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../schema/records/event/catalogue.ts';
import { errorTable } from '../../schema/values/error-table.ts';
import { retiredInPublic } from './retired-words.ts';
import { opensWithClause, plain, sentencesOf } from './sentences.ts';
import { codeOf, productFiles, read, sdkFiles } from './source.ts';

const maxWords = 30;

/** Texts with their places. */
type Texts = [place: string, text: string][];

function descriptionsOf(schema: string): Texts {
  const texts: Texts = [];
  visit(parse(schema), {
    StringValue: (node, _key, parent) => {
      if (parent && 'description' in parent && parent.description === node)
        texts.push([`schema.graphql:${node.loc?.startToken.line}`, node.value]);
    },
  });
  return texts;
}

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;
const joined = new RegExp(`^\\s*((?:${literal})(?:\\s*\\+\\s*(?:${literal}))*)`);
const literals = new RegExp(literal, 'g');

/** Returns the literal text at the start of some code, with X for template values; empty if there is none. */
function textAt(code: string): string {
  const [, found = ''] = joined.exec(code) ?? [];
  const pieces = found.match(literals) ?? [];
  return pieces
    .map((piece) => piece.slice(1, -1))
    .join('')
    .replaceAll(/\$\{[^}]*\}/g, 'X')
    .replaceAll(/\\(.)/g, '$1');
}

/** Returns the texts that follow a pattern in the product’s code, or in other files. */
function textsAfter(form: RegExp, files = productFiles): Texts {
  return files.flatMap((file) => {
    const code = codeOf(file);
    return [...code.matchAll(form)].flatMap(({ 0: { length }, index }): Texts => {
      const text = textAt(code.slice(index + length));
      return text === '' ? [] : [[file, text]];
    });
  });
}

const readyMade: Texts = globSync('schema/connect/connector/ready-made/*.yaml').flatMap((file) =>
  [...read(file).matchAll(/\b(?:description|summary): (?!>-)([^\n{]+)/g)].map(
    ([, text = '']): Texts[number] => [file, text],
  ),
);

const ofSdk = /\b(?:SallyportError|WebhookError)\(\s*'\w+',|\binvalid\(|^ {2}\w+: +(?=')/gm;
const ofDemo = /\b(?:step|call|ask|say\w*)\(|\bnote:/g;

const refusals = textsAfter(/\brefuse\(\s*'\w+',/g);
const spoken: [what: string, texts: Texts][] = [
  ['the schema’s descriptions', descriptionsOf(read('schema/schema.graphql'))],
  ['the meanings of events', Object.entries(catalogue).map(([type, { meaning }]) => [type, meaning])],
  ['the titles of errors', Object.entries(errorTable).map(([code, [, title]]) => [code, title])],
  ['the sentences of refusals', refusals],
  ['the descriptions of REST and MCP', textsAfter(/\b(?:description|summary|title):/g)],
  ['the descriptions of ready-made connectors', readyMade],
  ['the messages of the SDK', textsAfter(ofSdk, sdkFiles)],
  ['the steps of the demo', textsAfter(ofDemo, globSync('scripts/demo/*.ts'))],
];

describe.each(spoken)('%s', (_what, texts) => {
  it('are there', () => {
    expect(texts.length).toBeGreaterThan(20);
  });

  const sentences = texts.flatMap(([place, text]) =>
    sentencesOf(text).map((sentence) => ({ ...sentence, place })),
  );

  it(`have at most ${maxWords} words a sentence`, () => {
    expect(sentences.filter(({ words }) => words > maxWords)).toEqual([]);
  });

  it('use no retired phrase', () => {
    const found = texts.flatMap(([place, text]) =>
      retiredInPublic(plain(text)).map((phrase) => `${place}: ${phrase}, in: ${text}`),
    );

    expect(found).toEqual([]);
  });

  it('begin no sentence with a what- or who-clause', () => {
    expect(sentences.filter(opensWithClause)).toEqual([]);
  });
});

describe('a sentence of a refusal', () => {
  // spec §5.3 and §7: verbatim, without a period.
  const verbatim = [
    'You do not have access to the requested workspace',
    'Workspace permission is required: X',
  ];

  it('begins with a capital and ends with a period', () => {
    const isWhole = (text: string) => /^[A-Z“`].*[.X]$/s.test(text) || text.includes('${');

    expect(refusals.filter(([, text]) => !isWhole(text) && !verbatim.includes(text))).toEqual([]);
  });

  it('says what to do, where the caller can do it', () => {
    const mendable = /\bneeds?\b|expired|larger|malformed|maximum|too (?:large|long|many|much)/;
    const advice = /[.:;] \S/;
    const without = refusals.filter(([, text]) => mendable.test(text) && !advice.test(text));

    expect(without.map(([file, text]) => `${file}: ${text}`)).toEqual([]);
  });
});
