import { describe, expect, it } from 'vitest';
import type { ToolListing } from '../../../schema/kernel/ports/remote-tools.ts';
import type { ReadingLimits } from '../../../adapters/openapi/apart.ts';
import { createDescriptions } from '../../../adapters/openapi/descriptions.ts';
import { readListing } from '../../support/descriptions.ts';
import { compiled } from '../../support/json-schema.ts';

const tool = (name: unknown, inputSchema: unknown = { type: 'object' }, more: object = {}) => ({
  name,
  inputSchema,
  ...more,
});
const codesOf = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code);

describe('a hostile listing', () => {
  it.each([
    '',
    '__proto__',
    ' a',
    'a\n',
    'a\u202eb',
    'a\0',
    '\ud800',
    'a'.repeat(201),
    1,
    null,
    ['a'],
    undefined,
  ])('may have invalid names: %j is omitted', (name) => {
    const { counts, findings } = readListing({ tools: [tool('first'), tool(name)] });

    expect(counts).toEqual({ operations: 2, capabilities: 1, findings: 1 });
    expect(findings).toMatchObject([{ pointer: '/tools/1', code: 'name_unusable' }]);
  });

  it('may have an object with toString in place of a header name: that tool is omitted', () => {
    const argument = { type: 'string', 'x-mcp-header': { toString: 'nothing' } };
    const tools = [tool('first'), tool('second', { type: 'object', properties: { argument } })];

    const { counts, findings } = readListing({ tools });

    expect(counts).toMatchObject({ operations: 2, capabilities: 1 });
    expect(findings).toMatchObject([{ pointer: '/tools/second', code: 'header_unusable' }]);
  });

  it('may have a name twice: the first tool counts', () => {
    const tools = [tool('a', {}, { title: 'First' }), tool('a', {}, { title: 'Second' })];

    const { capabilities, findings } = readListing({ tools });

    expect(capabilities.map(({ title }) => title)).toEqual(['First']);
    expect(findings).toMatchObject([{ pointer: '/tools/a', code: 'name_taken' }]);
  });

  it.each([null, 0, 'a', [], [[]]])('may have invalid tools: %j', (given) => {
    expect(codesOf(readListing({ tools: [given] }))).toEqual(['name_unusable']);
  });

  it.each([undefined, null, true, 'object', [], { type: 'string' }, { type: ['object', 'null'] }])(
    'may have arguments that are not an object: %j allows any arguments',
    (inputSchema) => {
      const description = readListing({ tools: [{ name: 'a', inputSchema }] });

      expect(description.capabilities[0]?.inputSchema).toEqual({ type: 'object' });
      expect(description.findings).toMatchObject([
        { pointer: '/tools/a/inputSchema', code: 'schema_unusable' },
      ]);
    },
  );

  it.each([
    'http://169.254.169.254/latest',
    'https://canary.example/schema.json#/a',
    'file:///etc/passwd',
    'other.json',
    '#canary',
  ])('may refer to another document: %s is not followed', ($ref) => {
    const inputSchema = { type: 'object', properties: { a: { $ref, type: 'string' } } };

    const { capabilities, findings } = readListing({ tools: [tool('a', inputSchema)] });

    expect(capabilities[0]?.inputSchema).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(findings).toEqual([
      {
        pointer: '/tools/a/inputSchema/properties/a',
        code: 'ref_elsewhere',
        message: 'A $ref that does not begin with #/ is not supported; it was left out.',
      },
    ]);
  });

  it('may not refer from one tool to another, nor out of its schema', () => {
    const secret = { type: 'string', const: 'other' };
    const tools = [
      tool('a', { type: 'object', properties: { x: { $ref: '#/tools/1/inputSchema' } } }),
      tool('b', secret, { outputSchema: { $ref: '#/inputSchema' } }),
    ];

    const { capabilities, findings } = readListing({ tools });

    expect(capabilities[0]?.inputSchema['properties']).toEqual({ x: {} });
    expect(capabilities[1]?.outputSchema).toEqual({});
    expect(findings.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/tools/a/inputSchema/properties/x', 'ref_unresolved'],
      ['/tools/b/inputSchema', 'schema_unusable'],
      ['/tools/b/outputSchema', 'ref_unresolved'],
    ]);
  });

  it('may have a schema of a mebibyte, which is omitted', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`property_${index}`, { type: 'string', format: 'uuid' }]),
    );

    const description = readListing({ tools: [tool('a', { type: 'object', properties })] });

    expect(description.capabilities[0]?.inputSchema).toEqual({ type: 'object' });
    expect(codesOf(description)).toEqual(['schema_too_large']);
  });

  it('may have a schema that contains itself: the reading still ends', () => {
    const inputSchema = {
      type: 'object',
      allOf: [{ $ref: '#' }, { $ref: '#/$defs/A' }],
      $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }] }, B: { not: { $ref: '#/$defs/A' } } },
    };

    const description = readListing({ tools: [tool('a', inputSchema)] });

    const validate = compiled(description.capabilities[0]?.inputSchema);
    expect(typeof validate({})).toBe('boolean');
    expect(codesOf(description)).toContain('ref_endless');
  });

  it('may have keys such as `__proto__`: nothing is inherited, and no prototype changes', () => {
    const text = `{"name":"a","__proto__":{"title":"canary"},"annotations":{"__proto__":{"readOnlyHint":true}},"inputSchema":
      {"type":"object","__proto__":{"required":["x"]},"properties":{"__proto__":{"type":"string"},
      "constructor":{"type":"number"}},"$defs":{"__proto__":{}}},"outputSchema":{"$ref":"#/__proto__"}}`;

    const { capabilities, findings } = readListing({ tools: [JSON.parse(text)] });

    expect(capabilities).toMatchObject([{ title: 'a', mode: 'write', outputSchema: {} }]);
    expect(capabilities[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { constructor: { type: 'number' } },
    });
    expect(codesOf({ findings })).toEqual(['name_unusable', 'ref_unresolved']);
    expect(({} as { title?: string }).title).toBeUndefined();
  });

  it('may describe itself in any way: text is truncated, and characters that cannot be shown are removed', () => {
    const server = { name: 'a'.repeat(10_000), title: 'Tools\u202e\0', version: 'v'.repeat(100) };

    const { head } = readListing({ server, instructions: 'x'.repeat(10_000) });

    expect([head.title, head.version.length, head.description.length]).toEqual(['Tools', 60, 4_000]);
    expect(readListing({ server: [server], instructions: {} }).head).toMatchObject({
      title: 'Untitled server',
      version: '',
      description: '',
    });
  });
});

describe('a listing that cannot be read', () => {
  const listing = (tools: unknown[]): ToolListing => ({
    server: null,
    instructions: null,
    tools,
    ending: 'complete',
  });
  const reading = async (given: ToolListing, limits: Partial<ReadingLimits>) => {
    for await (const part of createDescriptions(limits).mcp(given, { sourceUrl: null }))
      if (part.part === 'END') return;
  };

  it('takes too much time', async () => {
    const tools = Array.from({ length: 5_000 }, (_, index) => tool(`t${index}`));

    await expect(reading(listing(tools), { timeoutMs: 10 })).rejects.toMatchObject({
      code: 'too_slow',
      message:
        'Reading the document takes more than 0.01 seconds. Have the server list fewer tools, or smaller ones.',
    });
  });

  it('contains too much', async () => {
    const tools = Array.from({ length: 100 }, (_, index) => tool(`t${index}`));

    await expect(reading(listing(tools), { maxTotalBytes: 1_000 })).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});
