import { describe, expect, it } from 'vitest';
import type { DescriptionPart } from '../../../schema/kernel/ports/descriptions.ts';
import type { ToolListing } from '../../../schema/kernel/ports/remote-tools.ts';
import { createDescriptions } from '../../../adapters/openapi/descriptions.ts';
import { TestClock } from '../../support/clock.ts';
import { createRemoteTools } from '../../../adapters/mcp-client/remote-tools.ts';
import { readListing } from '../../support/descriptions.ts';
import { kinds, mcpServer } from '../../support/mcp-servers.ts';
import { egress, headers } from '../../support/remote-tools.ts';

const sourceUrl = new URL('https://tools.example/mcp?set=all');
const weather = {
  name: 'get_weather',
  title: 'Weather',
  description: 'Tells the weather.\r\nOf a city.',
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { city: { $ref: '#/$defs/City' }, days: { type: 'integer', minimum: 1 } },
    required: ['city'],
    additionalProperties: false,
    $defs: { City: { type: 'string', minLength: 1 } },
  },
  outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } },
  annotations: { title: 'Not this one', readOnlyHint: true },
};
const remove = { name: 'remove', inputSchema: { type: 'object' }, annotations: { title: 'Remove a city' } };

async function parts(listing: ToolListing): Promise<DescriptionPart[]> {
  const all: DescriptionPart[] = [];
  for await (const part of createDescriptions().mcp(listing, { sourceUrl })) all.push(part);
  return all;
}

describe.each(kinds)('the tools of a server of %s that answers with %s', (...kind) => {
  it('become the same head, capabilities and counts', async () => {
    const { url } = await mcpServer(kind, { tools: [weather, remove], pageSize: 1 });

    const listing = await createRemoteTools(egress, new TestClock()).list({ url, headers });

    expect(await parts(listing)).toEqual([
      {
        part: 'HEAD',
        head: {
          title: 'Foreign tools',
          version: '1.2.3',
          description: 'Use them\nwell.',
          servers: [{ url: sourceUrl.href, description: '' }],
          schemes: [{ name: 'bearer', description: '', kind: 'BEARER' }],
          baseUrlProposals: [],
        },
      },
      {
        part: 'CAPABILITY',
        capability: {
          key: 'get_weather',
          title: 'Weather',
          description: 'Tells the weather.\nOf a city.',
          mode: 'read',
          request: { kind: 'TOOL', tool: 'get_weather', hints: {} },
          inputSchema: {
            type: 'object',
            properties: { city: { $ref: '#/$defs/City' }, days: { type: 'integer', minimum: 1 } },
            required: ['city'],
            additionalProperties: false,
            $defs: { City: { type: 'string', minLength: 1 } },
          },
          outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } },
          search: 'get_weather city days',
        },
      },
      {
        part: 'CAPABILITY',
        capability: {
          key: 'remove',
          title: 'Remove a city',
          description: '',
          mode: 'write',
          request: { kind: 'TOOL', tool: 'remove', hints: {} },
          inputSchema: { type: 'object' },
          outputSchema: null,
          search: 'remove',
        },
      },
      { part: 'END', counts: { operations: 2, capabilities: 2, findings: 0 } },
    ]);
  });

  it('are the same when they are listed again', async () => {
    const { url } = await mcpServer(kind, { tools: [weather, remove] });
    const remoteTools = createRemoteTools(egress, new TestClock());

    const [first, second] = [
      await remoteTools.list({ url, headers }),
      await remoteTools.list({ url, headers }),
    ];

    expect(await parts(second)).toEqual(await parts(first));
  });
});

describe('a tool', () => {
  const modeOf = (annotations: unknown) =>
    readListing({ tools: [{ ...remove, annotations }] }).capabilities[0]?.mode;

  it.each([
    [{ readOnlyHint: true }, 'read'],
    [{ readOnlyHint: true, destructiveHint: true }, 'read'],
    [{ readOnlyHint: 'true' }, 'write'],
    [{ readOnlyHint: 1 }, 'write'],
    [{}, 'write'],
    [undefined, 'write'],
    [[{ readOnlyHint: true }], 'write'],
  ])('is a read only if the server marks it as read-only: %j', (annotations, mode) => {
    expect(modeOf(annotations)).toBe(mode);
  });

  it('keeps the marks of arguments that are also headers', () => {
    const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
    const inputSchema = { type: 'object', properties };

    const { capabilities } = readListing({ tools: [{ name: 'a', inputSchema }] });

    expect(capabilities[0]?.inputSchema).toEqual(inputSchema);
  });

  it.each([
    ['no name of a header', { properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } }],
    ['an empty one', { properties: { a: { type: 'string', 'x-mcp-header': '' } } }],
    ['one for an object', { properties: { a: { type: 'object', 'x-mcp-header': 'A' } } }],
    ['one for all of them', { type: 'object', 'x-mcp-header': 'A' }],
    ['one for items of a list', { properties: { a: { items: { type: 'string', 'x-mcp-header': 'A' } } } }],
    ['one for a definition', { $defs: { a: { type: 'string', 'x-mcp-header': 'A' } } }],
    [
      'the same for two',
      {
        properties: {
          a: { type: 'string', 'x-mcp-header': 'A' },
          b: { properties: { c: { type: 'string', 'x-mcp-header': 'a' } } },
        },
      },
    ],
  ])('is omitted if its marks for headers contain %s', (_, inputSchema) => {
    const { counts, findings } = readListing({ tools: [{ name: 'a', inputSchema }] });

    expect(counts).toEqual({ operations: 1, capabilities: 0, findings: 1 });
    expect(findings).toEqual([
      {
        pointer: '/tools/a',
        code: 'header_unusable',
        message: 'The tool needs arguments as headers that no header can carry; the tool was left out.',
      },
    ]);
  });

  it('has a schema of an earlier draft converted, together with its definitions', () => {
    const inputSchema = {
      type: 'object',
      properties: { at: { $ref: '#/definitions/Point' }, over: { minimum: 1, exclusiveMinimum: true } },
      definitions: { Point: { type: 'array', items: [{ type: 'number' }, { type: 'number' }] } },
    };

    const { capabilities, findings } = readListing({ tools: [{ name: 'a', inputSchema }] });

    expect(capabilities[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { at: { $ref: '#/$defs/Point-4150af62' }, over: { exclusiveMinimum: 1 } },
      $defs: {
        'Point-4150af62': { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
      },
    });
    expect(findings).toEqual([]);
  });
});

describe('an incomplete listing', () => {
  it.each(['too_many_tools', 'too_many_pages', 'cursor_repeated'] as const)(
    'is reported as such, after its tools: %s',
    (ending) => {
      const { counts, findings } = readListing({ tools: [remove], ending });

      expect(counts).toEqual({ operations: 1, capabilities: 1, findings: 1 });
      expect(findings).toMatchObject([{ pointer: '/tools', code: ending }]);
    },
  );
});
