import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { yamlOf } from '../../../adapters/rest/yaml.ts';

/** Returns what a reader of the YAML gets, for YAML 1.2 and 1.1. */
async function read(data: object): Promise<unknown[]> {
  const text = await yamlOf(data);
  return (['1.2', '1.1'] as const).map((version) => parse(text, { version }));
}

// oxfmt-ignore
const texts = [
  'plain', 'two words', '', ' ', 'trailing ', '- item', '# note', 'a: b', 'a #b', 'null', 'Yes', 'n', 'True', '~', '1e3',
  '0x1f', '2026-11-27', '.inf', '---', '...', '&anchor', '*alias', '!tag', '%directive', '@at', '`tick', '{flow}', '[flow]',
  '? key', '| block', '> folded', '"quoted"', "it's", 'back\\slash', 'line\nbreak', 'carriage\r', 'tab\t', '\0', '\u007f', '\u0085',
  '\u2028', '\ufeff', '日本', '🫖', '<script>', '__proto__x', '/orders/{id}', '#/components/schemas/Order', 'x'.repeat(2_000),
];

it('YAML states the same as JSON, with any text as a value and as a key', async () => {
  const data = {
    values: texts,
    keys: Object.fromEntries(texts.map((text, at) => [text, { [text]: [text, at] }])),
  };

  expect(await read(data)).toEqual([data, data]);
});

it('YAML states numbers, nothing, and empty and nested parts', async () => {
  const data = {
    numbers: [0, -1, 1.5, 1e21, 5e-324],
    flags: [true, false, null],
    empty: { object: {}, list: [], nested: [[], {}, [[{}]]] },
    deep: [[{ a: [{ b: { c: [1, [2, 3]] } }] }], 'end'],
  };

  expect(await read(data)).toEqual([data, data]);
});

it('YAML leaves out what JSON leaves out', async () => {
  expect(await read({ a: undefined, b: { c: undefined, d: 1 } })).toEqual([{ b: { d: 1 } }, { b: { d: 1 } }]);
  expect(await yamlOf({})).toBe('{}\n');
});

it('other work goes on while a large document is written', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`/${at}`, { get: { description: 'x: '.repeat(3_000), texts } }]),
  );
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });

  await yamlOf({ openapi: '3.1.0', paths });

  clearImmediate(next);
  expect(turns).toBeGreaterThan(3);
});
