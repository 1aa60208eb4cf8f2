import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count } from '../../support/count.ts';
import { documentOf, read, readListing } from '../../support/descriptions.ts';
import { compiled } from '../../support/json-schema.ts';
import { seed } from '../../support/seed.ts';

const names = fc.constantFrom(
  'A',
  'B',
  'C',
  'id',
  'constructor',
  '__proto__',
  'a/b',
  'ü',
  '\u0000',
  '\ud800',
  '',
);
const junk = fc.oneof(
  { depthSize: 'small' },
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('\u0000', '\ud800x', -1, '(', { toString: 1 }),
);
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const ref = fc.oneof(
  { weight: 3, arbitrary: names.map((name) => ({ $ref: `#/components/schemas/${escaped(name)}` })) },
  { weight: 1, arbitrary: names.map((name) => ({ $ref: `#/$defs/${escaped(name)}` })) },
  { weight: 1, arbitrary: fc.constantFrom({ $ref: '#' }, { $ref: '#/properties/A' }) },
);
const keywords = {
  type: fc.oneof(fc.constantFrom('string', 'object', 'array', 'integer', 'null', 'file'), junk),
  nullable: fc.oneof(fc.boolean(), junk),
  enum: fc.oneof(fc.array(junk, { maxLength: 3 }), junk),
  example: junk,
  default: junk,
  required: fc.oneof(fc.array(names, { maxLength: 3 }), junk),
  minimum: fc.oneof(fc.double(), junk),
  exclusiveMinimum: fc.oneof(fc.boolean(), junk),
  multipleOf: junk,
  maxLength: junk,
  uniqueItems: junk,
  pattern: fc.oneof(fc.constantFrom('^a+$', '(', '\\p{L}', '[a-'), fc.string(), junk),
  readOnly: fc.oneof(fc.boolean(), junk),
  description: fc.oneof(fc.string({ unit: 'binary' }), junk),
  dependentRequired: junk,
  $id: junk,
  'x-mcp-header': junk,
};
const { schema } = fc.letrec<{ schema: unknown; inner: unknown }>((tie) => ({
  inner: fc.oneof({ maxDepth: 2 }, ref, tie('schema'), junk),
  schema: fc.record(
    {
      ...keywords,
      allOf: fc.array(tie('inner'), { maxLength: 2 }),
      anyOf: fc.array(tie('inner'), { maxLength: 2 }),
      not: tie('inner'),
      items: fc.oneof(tie('inner'), fc.array(tie('inner'), { maxLength: 2 })),
      properties: fc.dictionary(names, tie('inner'), { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.constantFrom('^x', '('), tie('inner'), { maxKeys: 2 }),
      additionalProperties: tie('inner'),
      dependencies: fc.dictionary(names, fc.oneof(tie('inner'), fc.array(names, { maxLength: 2 })), {
        maxKeys: 2,
      }),
    },
    { requiredKeys: [] },
  ),
}));
const any = fc.oneof(
  { weight: 3, arbitrary: schema },
  { weight: 2, arbitrary: ref },
  { weight: 1, arbitrary: junk },
);
const content = fc.oneof(
  fc.record({ 'application/json': fc.record({ schema: any }) }),
  fc.record({ 'application/x-www-form-urlencoded': fc.record({ schema: any }) }),
  junk,
);
const parameter = fc.oneof(
  fc.record(
    {
      name: names,
      in: fc.constantFrom('path', 'query', 'header', 'cookie', 'body'),
      required: fc.boolean(),
      style: junk,
      schema: any,
    },
    { requiredKeys: ['name', 'in'] },
  ),
  junk,
);
const operation = fc.record(
  {
    operationId: fc.oneof(names, junk),
    summary: junk,
    tags: junk,
    security: fc.oneof(junk, fc.array(fc.dictionary(names, junk, { maxKeys: 2 }), { maxLength: 2 })),
    servers: fc.oneof(junk, fc.array(fc.record({ url: fc.webUrl() }), { maxLength: 2 })),
    parameters: fc.oneof(fc.array(parameter, { maxLength: 4 }), junk),
    requestBody: fc.oneof(fc.record({ required: fc.boolean(), content }), junk),
    responses: fc.oneof(fc.record({ 200: fc.record({ content }) }), junk),
  },
  { requiredKeys: [] },
);
const methods = ['get', 'post', 'trace'];
const item = fc.record(Object.fromEntries(methods.map((method) => [method, operation])), {
  requiredKeys: [],
});
const document = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0', 3),
  paths: fc.dictionary(fc.constantFrom('/a', '/a/{id}', '/{A}/{B}', '/b/{', 'c'), item, { maxKeys: 3 }),
  components: fc.oneof(
    fc.record({ schemas: fc.dictionary(names, any, { maxKeys: 5 }), securitySchemes: junk }),
    junk,
  ),
  security: junk,
  info: junk,
});

const withDefinitions = fc
  .tuple(fc.oneof(schema, fc.constant({ type: 'object' })), fc.dictionary(names, any, { maxKeys: 4 }))
  .map(([root, $defs]) => ({ ...(root as object), $defs, components: { schemas: $defs } }));
const tool = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        name: names,
        title: junk,
        description: junk,
        annotations: fc.oneof(junk, fc.record({ readOnlyHint: junk, title: junk })),
        inputSchema: fc.oneof(withDefinitions, any),
        outputSchema: fc.oneof(withDefinitions, any),
      },
      { requiredKeys: ['name'] },
    ),
  },
  { weight: 1, arbitrary: junk },
);

describe('any OpenAPI document', () => {
  it('is read completely: each operation is a capability or has a finding, and every schema is a storable one of 2020-12', () => {
    const check = fc.property(document, (members) => {
      const { capabilities, findings, counts } = read(documentOf(members));

      const told = new Set(findings.map(({ pointer }) => pointer));
      const all = Object.entries(members.paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `/paths/${path.replaceAll('/', '~1')}/${method}`),
      );
      const described = new Set(
        capabilities.map(
          ({ request: { method, path } }) => `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`,
        ),
      );
      expect(all.filter((pointer) => !described.has(pointer) && !told.has(pointer))).toEqual([]);
      expect(counts).toMatchObject({ operations: all.length, capabilities: capabilities.length });
      expect(new Set(capabilities.map(({ key }) => key)).size).toBe(capabilities.length);
      for (const { inputSchema, outputSchema, request } of capabilities) {
        compiled(inputSchema);
        if (outputSchema) compiled(outputSchema);
        const { parameters, body } = request;
        const properties = [...parameters.map(({ property }) => property), ...(body ? ['body'] : [])];
        expect(Object.keys(inputSchema['properties'] as object).toSorted()).toEqual(properties.toSorted());
      }
      const text = JSON.stringify([capabilities, findings]);
      expect(/\\u0000|\\ud[89a-f]/.test(text.replaceAll('\\\\', ''))).toBe(false);
      expect(read(documentOf(members)).capabilities).toEqual(capabilities);
    });

    fc.assert(check, { seed: seed(), numRuns: count(5_000), endOnFailure: true });
  });
});

describe('any listing of an MCP server', () => {
  it('is read completely: each tool is a capability or has a finding, and every schema is a storable one of 2020-12', () => {
    const all = fc.record({ server: junk, instructions: junk, tools: fc.array(tool, { maxLength: 4 }) });
    const check = fc.property(all, (listing) => {
      const { head, capabilities, findings, counts } = readListing(listing);

      const countOf = (code: RegExp) => findings.filter((finding) => code.test(finding.code)).length;
      const leftOut = countOf(/^(?:name_unusable|name_taken|header_unusable)$/);
      expect(counts).toMatchObject({ operations: listing.tools.length, capabilities: capabilities.length });
      expect(leftOut).toBeGreaterThanOrEqual(capabilities.length < listing.tools.length ? 1 : 0);
      expect(new Set(capabilities.map(({ key }) => key)).size).toBe(capabilities.length);
      for (const { inputSchema, outputSchema } of capabilities) {
        compiled(inputSchema)({});
        if (outputSchema) compiled(outputSchema)({});
        expect(inputSchema['type']).toBe('object');
      }
      const text = JSON.stringify([head, capabilities, findings]);
      expect(/\\u0000|\\ud[89a-f]/.test(text.replaceAll('\\\\', ''))).toBe(false);
      expect(readListing(listing).capabilities).toEqual(capabilities);
    });

    fc.assert(check, { seed: seed(), numRuns: count(5_000), endOnFailure: true });
  });
});
