import { describe, expect, it } from 'vitest';
import { answering, documentOf, read } from '../../support/descriptions.ts';
import { compiled } from '../../support/json-schema.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function chain(length: number, next: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `S${index}`,
      index + 1 < length ? next(`S${index + 1}`) : { type: 'string' },
    ]),
  );
}

describe('a hostile document', () => {
  it.each([
    ['itself', { A: ref('A') }],
    ['itself through another', { A: ref('B'), B: ref('A') }],
    ['itself under allOf', { A: { allOf: [{ not: ref('A') }] } }],
    ['itself under dependentSchemas', { A: { dependentSchemas: { x: { if: ref('A') } } } }],
    ['another on and on', chain(20_000, ref)],
    ['another under another on and on', chain(20_000, (name) => ({ anyOf: [ref(name)] }))],
    ['another inside another on and on', chain(20_000, (name) => ({ properties: { next: ref(name) } }))],
  ])('may have a schema that refers to %s: the reading still ends', (_, schemas) => {
    const first = Object.keys(schemas)[0] ?? '';
    const { capabilities, findings } = read(answering(ref(first), { components: { schemas } }));

    const validate = compiled(capabilities[0]?.outputSchema);
    expect(typeof validate({ next: { next: 'x' }, x: 1 })).toBe('boolean');
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:ref_endless|schema_cut)$/)]),
    );
  });

  it('may have an object with toString in place of a text', () => {
    const text = { toString: 'nothing' };
    const scheme = { type: 'http', scheme: text };
    const get = { parameters: [{ name: text, in: 'header' }], security: [{ a: [] }] };

    const { counts } = read(
      documentOf({ components: { securitySchemes: { a: scheme } }, paths: { '/a': { get } } }),
    );

    expect(counts).toMatchObject({ operations: 1, capabilities: 1 });
    expect(() => read(documentOf({ openapi: text }))).toThrow('OpenAPI');
  });

  it('may have long or circular references: parameters and responses are resolved or omitted', () => {
    const parameters = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `P${index}`,
        { $ref: `#/components/parameters/P${index + 1}` },
      ]),
    );
    const { counts, findings } = read(
      documentOf({
        components: { parameters, responses: { Self: { $ref: '#/components/responses/Self' } } },
        paths: {
          '/a': {
            get: {
              parameters: [{ $ref: '#/components/parameters/P0' }],
              responses: { 200: { $ref: '#/components/responses/Self' } },
            },
          },
        },
      }),
    );

    expect(counts).toMatchObject({ operations: 1, capabilities: 1 });
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['ref_endless']));
  });

  it('may be nested 100,000 levels deep, in JSON and in YAML', () => {
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    const schema = deep('{"not":', '}').replace('}', '{}}');
    const nested = `{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":${schema}}}}}}}}}`;

    const { capabilities, findings } = read(Buffer.from(nested));

    expect(findings.map(({ code }) => code)).toContain('schema_too_deep');
    expect(() => compiled(capabilities[0]?.outputSchema)).not.toThrow();
    expect(() => read(Buffer.from(`openapi: 3.0.0\npaths: ${deep('[', ']')}`))).toThrow(
      'It is nested too deeply.',
    );
  });

  it('may have keys such as `__proto__`: nothing is inherited, and no prototype changes', () => {
    const text = `{"openapi":"3.0.0","paths":{"__proto__":{"get":{}},"/a":{"get":{"operationId":"constructor","parameters":[
      {"name":"__proto__","in":"query"},{"name":"toString","in":"query"}],"responses":{"200":{"content":{"application/json":
      {"schema":{"__proto__":{"type":"string"},"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},
      "default":{"__proto__":{"a":1}},"required":["constructor"]}}}}}}}},"components":{"schemas":{"__proto__":{}}}}`;

    const { capabilities, counts } = read(Buffer.from(text));

    expect(counts).toMatchObject({ operations: 2, capabilities: 1 });
    expect(capabilities[0]).toMatchObject({
      key: 'constructor',
      request: { parameters: [{ name: 'toString' }] },
    });
    expect(JSON.stringify(capabilities[0])).not.toContain('__proto__');
    expect(capabilities[0]?.outputSchema).toEqual({
      properties: { constructor: { type: 'number' } },
      required: ['constructor'],
    });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('may have strings of ten megabytes: text is truncated, and constraints on values are omitted', () => {
    const huge = 'x'.repeat(10_000_000);
    const { capabilities, head } = read(
      documentOf({
        info: { title: huge, version: huge, description: huge },
        paths: {
          '/a': {
            get: {
              operationId: huge,
              summary: huge,
              description: huge,
              tags: [huge],
              parameters: [{ name: huge, in: 'query' }],
              responses: {
                200: {
                  content: {
                    'application/json': {
                      schema: { description: huge, pattern: huge, enum: [huge], example: huge },
                    },
                  },
                },
              },
            },
          },
        },
      }),
    );

    expect([head.title.length, head.description.length, head.version.length]).toEqual([200, 4_000, 60]);
    expect([capabilities[0]?.title.length, capabilities[0]?.description.length]).toEqual([200, 4_000]);
    expect(capabilities[0]?.key).toBe('GET /a');
    expect(JSON.stringify(capabilities[0]).length).toBeLessThan(12_000);
  });

  it('may have a million keys, parameters, values or servers', () => {
    const million = Array.from({ length: 1_000_000 }, (_, index) => index);
    const schema = {
      properties: Object.fromEntries(million.map((index) => [`p${index}`, true])),
      enum: million,
    };
    const parameters = million.slice(0, 100_000).map((index) => ({ name: `q${index}`, in: 'query' }));
    const paths = {
      '/a': { get: { parameters, responses: { 200: { content: { 'application/json': { schema } } } } } },
    };

    const { capabilities, findings } = read(documentOf({ paths, servers: million.slice(0, 1_000) }));

    expect(findings.map(({ code }) => code)).toContain('schema_too_large');
    expect(capabilities[0]?.request.parameters).toHaveLength(2_000);
    expect(capabilities[0]?.outputSchema).toEqual({});
  });

  it('may have more operations than the limit: a single finding reports the others', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 20_010 }, (_, index) => [`/p${index}`, { get: {} }]),
    );

    const { counts, findings } = read(documentOf({ paths }));

    expect(counts).toMatchObject({ operations: 20_000, capabilities: 20_000 });
    expect(findings.filter(({ code }) => code === 'too_many_operations')).toHaveLength(1);
  });

  it('may have more findings than the limit: they are counted', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`/p${index}`, { trace: {} }]),
    );

    const { counts, findings } = read(documentOf({ paths }));

    expect(findings).toHaveLength(500);
    expect(counts).toEqual({ operations: 900, capabilities: 0, findings: 901 });
  });

  it('may have more findings than the limit: those about a whole operation come first', () => {
    const parameters = Array.from({ length: 900 }, (_, index) => ({ name: `p${index}`, in: 'nowhere' }));
    const paths = { '/parts': { get: { parameters } }, '/whole': { trace: {} } };

    const { counts, findings } = read(documentOf({ paths }));

    expect(counts.findings).toBeGreaterThan(500);
    expect(findings).toHaveLength(500);
    expect(findings[0]).toMatchObject({ pointer: '/paths/~1whole/trace' });
  });

  it('may multiply its aliases: it is rejected', () => {
    const levels = Array.from(
      { length: 12 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
    );
    const bomb = ['openapi: 3.0.0', 'paths: {}', 'a0: &a0 [x]', ...levels].join('\n');

    expect(() => read(Buffer.from(bomb))).toThrow('Its YAML aliases repeat too often, or refer to nothing.');
  });

  it('may use an anchor as often as generators do', () => {
    const answers = Array.from(
      { length: 500 },
      (_, index) => `  /p${index}: { get: { responses: { 200: *ok } } }`,
    );
    const yaml = [
      'openapi: 3.0.0',
      'x: &ok { content: { application/json: { schema: { type: string } } } }',
      'paths:',
      ...answers,
    ];

    expect(read(Buffer.from(yaml.join('\n'))).capabilities.at(-1)?.outputSchema).toEqual({ type: 'string' });
  });
});
