import { describe, expect, it, vi } from 'vitest';
import { answering, documentOf } from '../../support/descriptions.ts';
import { compiled } from '../../support/json-schema.ts';
import { productAnswering, productIn } from '../../support/products.ts';

// The sampler warns of alternatives that it cannot merge.
vi.spyOn(console, 'warn').mockReturnValue();

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns schemas of which each refers to the next one twice. */
function doubling(levels: number, next: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: levels }, (_, index) => [
      `S${index}`,
      index + 1 < levels ? next(`S${index + 1}`) : { type: 'object', required: ['x'] },
    ]),
  );
}

describe('a hostile document of a product', () => {
  it.each([
    ['itself', { A: ref('A') }, 'ref_endless'],
    ['itself through another', { A: { allOf: [ref('B')] }, B: { anyOf: [ref('A')] } }, 'ref_endless'],
    ['itself as a required part', { A: { properties: { a: ref('A') }, required: ['a'] } }, 'sample_unfit'],
    ['itself in a list', { A: { type: 'array', items: ref('A'), minItems: 1 } }, 'sample_unfit'],
  ])('may have a schema that contains %s: the reading ends', (_, schemas, code) => {
    const { contents, codes } = productAnswering(ref('A'), { components: { schemas } });

    expect(() => compiled(contents[0]?.schema)).not.toThrow();
    expect(codes).toContain(code);
  });

  it('may have a pattern that takes exponential time elsewhere', () => {
    const { contents, codes } = productAnswering(
      { type: 'string', pattern: '(a+)+$' },
      {},
      { examples: { bomb: { value: `${'a'.repeat(50_000)}!` }, fit: { value: 'a'.repeat(50_000) } } },
    );

    expect(contents[0]?.examples.map(({ name }) => name)).toEqual(['fit']);
    expect(codes).toEqual(['example_unfit']);
  });

  it('may be nested 100,000 levels deep', () => {
    const schema = `${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}`;
    const document = answering({ deep: 1 }).toString().replace('{"deep":1}', schema);

    expect(productIn(Buffer.from(document)).codes).toContain('schema_too_deep');
    expect(() => productIn(Buffer.from(`openapi: 3.0.0\npaths: ${'['.repeat(100_000)}`))).toThrow(
      'It is nested too deeply.',
    );
  });

  it('may have an example that is nested 100,000 levels deep', () => {
    const example = '['.repeat(100_000) + ']'.repeat(100_000);
    const document = answering({}).toString().replace('"schema":{}', `"schema":{},"example":${example}`);

    expect(productIn(Buffer.from(document)).codes).toEqual(['example_unusable']);
  });

  it('may have 100,000 properties', () => {
    const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`p${index}`, text]));
    const { contents, codes } = productAnswering({ type: 'object', properties });

    expect(codes).toEqual(['schema_too_large']);
    expect(contents[0]).toMatchObject({ schema: {}, sample: { value: null, isFit: true } });
  });

  it.each([
    ['allOf', doubling(30, (name) => ({ allOf: [ref(name), ref(name)] }))],
    [
      'properties',
      doubling(30, (name) => ({
        type: 'object',
        properties: { a: ref(name), b: ref(name) },
        required: ['a', 'b'],
      })),
    ],
    [
      'additionalProperties',
      doubling(30, (name) => ({
        allOf: [{ type: 'object' }],
        additionalProperties: ref(name),
        minProperties: 1,
        type: 'object',
      })),
    ],
  ])('may double its sample in each of 30 levels with %s: none is made', (_, schemas) => {
    const { contents, codes } = productAnswering(ref('S0'), { components: { schemas } });

    expect(contents[0]?.sample).toBeNull();
    expect(codes).toEqual(['sample_too_large']);
  });

  it('may have more samples than the limit: the others are left out with one finding', () => {
    const schema = { type: 'string', minLength: 60_000 };
    const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
    const paths = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`/p${index}`, { get }]));
    const { contents, codes } = productIn(documentOf({ paths }));

    expect(contents.filter(({ sample }) => sample?.isFit)).toHaveLength(279);
    expect(codes).toEqual(['samples_cut']);
  });

  it('may have samples that take more work than the limit: the others are left out with one finding', () => {
    const schemas = doubling(30, (name) => ({ allOf: [ref(name), ref(name)] }));
    const contentOf = (schema: object) => ({
      responses: { 200: { content: { 'application/json': { schema } } } },
    });
    const paths = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `/p${index}`,
        { get: contentOf({ title: `${index}`, allOf: [ref('S0')] }) },
      ]),
    );
    const { contents, codes } = productIn(documentOf({ paths, components: { schemas } }));

    expect(contents.filter(({ sample }) => sample)).toEqual([]);
    expect(codes).toEqual(['samples_cut', ...Array.from({ length: 7 }, () => 'sample_too_large')]);
  });

  it('may have larger schemas than can be checked: the others have no examples and no samples', () => {
    const values = (name: string) =>
      Array.from({ length: 12 }, (_, index) => `${name}${index}${'x'.repeat(4_000)}`);
    const names = Array.from({ length: 8 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(names.map((name) => [name, { enum: values(name) }]));
    const answer = (index: number) => ({
      title: `${index}`,
      required: ['S0'],
      properties: Object.fromEntries(names.map((name) => [name, ref(name)])),
    });
    const paths = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [
        `/p${index}`,
        {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: answer(index), example: { S0: 1 } } } },
            },
          },
        },
      ]),
    );
    const { contents, findings, codes } = productIn(documentOf({ paths, components: { schemas } }));

    expect(contents.filter(({ sample }) => sample?.isFit)).toHaveLength(17);
    expect(contents.at(-1)).toMatchObject({ examples: [], sample: null });
    expect(new Set(codes)).toEqual(new Set(['schema_cut', 'example_unfit', 'schema_unchecked']));
    expect(findings.find(({ code }) => code === 'schema_unchecked')?.message).toBe(
      'The schema is too complex to check, or the document has too many; it has no examples and no sample.',
    );
  });

  it('may have an operation of more than 2 MiB: some of its schemas are left out', () => {
    const schema = { enum: Array.from({ length: 60 }, () => 'x'.repeat(4_000)) };
    const content = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`application/x${index}`, { schema }]),
    );
    const { operations, contents, codes } = productIn(
      documentOf({ paths: { '/a': { get: { responses: { 200: { content } } } } } }),
    );

    expect(JSON.stringify(operations).length).toBeLessThan(2.2 * 2 ** 20);
    expect(contents.at(-1)).toEqual({
      contentType: 'application/x11',
      schema: {},
      examples: [],
      sample: null,
    });
    expect(codes).toContain('operation_too_large');
  });
});
