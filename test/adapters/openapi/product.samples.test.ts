import { describe, expect, it } from 'vitest';
import { compiled } from '../../support/json-schema.ts';
import { productAnswering } from '../../support/products.ts';

const at = '/paths/~1a/get/responses/200/content/application~1json';
const text = { type: 'string' };

describe('an example in a document', () => {
  it('is kept if it conforms to the schema', () => {
    const examples = {
      first: { value: 1 },
      wrong: { value: 'x' },
      shared: { $ref: '#/components/examples/Two' },
    };
    const { contents, findings } = productAnswering(
      { type: 'integer' },
      { components: { examples: { Two: { value: 2 } } } },
      { examples },
    );

    expect(contents[0]?.examples).toEqual([
      { name: 'first', value: 1 },
      { name: 'shared', value: 2 },
    ]);
    expect(findings).toEqual([
      {
        pointer: `${at}/examples/wrong`,
        code: 'example_unfit',
        message: 'The example does not conform to its schema; it was left out.',
      },
    ]);
  });

  it('is kept without a schema', () => {
    const { contents } = productAnswering(undefined, {}, { example: { any: [null] } });

    expect(contents).toEqual([
      {
        contentType: 'application/json',
        schema: null,
        examples: [{ name: '', value: { any: [null] } }],
        sample: null,
      },
    ]);
  });

  it('is never fetched', () => {
    const examples = { far: { externalValue: 'https://elsewhere.example/order.json' } };

    expect(productAnswering(text, {}, { examples }).findings).toEqual([
      {
        pointer: `${at}/examples/far`,
        code: 'example_elsewhere',
        message: 'The example has no value here, and nothing is fetched; it was left out.',
      },
    ]);
  });

  it.each([
    ['large', 'x'.repeat(70_000)],
    ['large in bytes', 'ä'.repeat(40_000)],
    ['unusable as text', '\0'],
  ])('is left out if it is too %s', (_, example) => {
    const { contents, findings } = productAnswering(text, {}, { example });

    expect(contents[0]?.examples).toEqual([]);
    expect(findings).toEqual([
      expect.objectContaining({ code: 'example_unusable', pointer: `${at}/example` }),
    ]);
  });

  it('is left out beyond 20', () => {
    const examples = Object.fromEntries(
      Array.from({ length: 21 }, (_, index) => [`e${index}`, { value: 'x' }]),
    );
    const { contents, codes } = productAnswering(text, {}, { examples });

    expect([contents[0]?.examples.length, codes]).toEqual([20, ['too_many_examples']]);
  });
});

describe('a sample', () => {
  it.each<[string, unknown, unknown]>([
    ['any type', {}, null],
    ['nothing but an object', { type: 'object' }, {}],
    ['bounds', { type: 'integer', minimum: 3, maximum: 5 }, 3],
    ['a length', { type: 'string', minLength: 8 }, 'stringst'],
    ['a format', { type: 'string', format: 'date' }, '2019-08-24'],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{2}[0-9]{3}$' }, 'AA000'],
    ['examples', { type: 'string', example: 'Ada' }, 'Ada'],
    ['values', { enum: ['open', 'closed'] }, 'open'],
    ['null as an alternative', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [
      'parts of all',
      { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
      { a: 'string', b: 'string' },
    ],
    ['an example that does not conform', { type: 'integer', example: 'x' }, 0],
    [
      'an optional part that never conforms',
      {
        type: 'object',
        properties: { a: text, b: { type: 'integer', multipleOf: 7, minimum: 1 } },
        required: ['a'],
      },
      { a: 'string' },
    ],
    [
      'a required part that may not be null',
      { type: 'object', properties: { a: { not: { type: 'null' } } } },
      {},
    ],
    [
      'as few items as possible',
      { type: 'array', items: { type: 'integer', multipleOf: 7, minimum: 1 } },
      [],
    ],
    ['no write-only part', { properties: { a: text, b: { ...text, writeOnly: true } } }, { a: 'string' }],
  ])('conforms to a schema with %s', (_, schema, value) => {
    const { contents, findings } = productAnswering(schema);

    expect(contents[0]?.sample).toEqual({ value, isFit: true });
    expect(compiled(contents[0]?.schema)(value)).toBe(true);
    expect(findings).toEqual([]);
  });

  it('conforms to a schema that contains itself', () => {
    const tree = {
      type: 'object',
      properties: { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      required: ['name', 'children'],
    };
    const { contents, findings } = productAnswering(
      { $ref: '#/components/schemas/Tree' },
      { components: { schemas: { Tree: tree } } },
    );

    expect(contents[0]?.sample).toEqual({ value: { name: 'string', children: [] }, isFit: true });
    expect(findings).toEqual([]);
  });

  it('that does not conform has a finding at its schema', () => {
    const { contents, findings } = productAnswering({ type: 'integer', multipleOf: 7, minimum: 1 });

    expect(contents[0]?.sample).toEqual({ value: 1, isFit: false });
    expect(findings).toEqual([
      {
        pointer: `${at}/schema`,
        code: 'sample_unfit',
        message: 'The sample made from the schema does not conform to it. Add an example that does.',
      },
    ]);
  });

  it('that does not conform has no finding if an example does', () => {
    const { contents, findings } = productAnswering(
      { type: 'integer', multipleOf: 7, minimum: 1 },
      {},
      { example: 14 },
    );

    expect(contents[0]).toMatchObject({ examples: [{ value: 14 }], sample: { isFit: false } });
    expect(findings).toEqual([]);
  });

  it.each([
    ['a long text', { type: 'string', minLength: 70_000 }],
    ['many items', { type: 'array', items: { type: 'string' }, minItems: 2 ** 40 }],
    [
      'many items of any type',
      { type: 'array', items: { type: 'array', items: true, minItems: 2 ** 40 }, minItems: 2 ** 40 },
    ],
    ['many long items', { type: 'array', items: { type: 'string', minLength: 60_000 }, minItems: 10_000 }],
    [
      'a long pattern',
      { type: 'array', items: { type: 'string', pattern: `^${'a{9999}'.repeat(6)}$` }, minItems: 9 },
    ],
  ])('of more than 64 KiB is not made: %s', (_, schema) => {
    const { contents, findings } = productAnswering(schema);

    expect(contents[0]?.sample).toBeNull();
    expect(findings).toEqual([
      {
        pointer: `${at}/schema`,
        code: 'sample_too_large',
        message:
          'No sample of at most 64 KiB can be made from the schema. Add an example that conforms to it.',
      },
    ]);
  });
});
