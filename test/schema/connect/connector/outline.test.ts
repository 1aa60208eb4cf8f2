import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../../../schema/connect/connector/outline.ts';
import { keysOf } from '../../../../schema/values/pointer.ts';
import { read } from '../../../support/descriptions.ts';
import { publicApi } from '../../../support/public-apis.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const ajv = new Ajv2020({ strict: false, validateFormats: false });

const apis = ['@octokit/routes/api.github.com.json', '@figma/rest-api-spec/openapi/openapi.yaml'].map(
  (file) => ({
    file,
    capabilities: read(Buffer.from(publicApi(file).text)).capabilities,
  }),
);

describe.each(apis)('the answers of $file', ({ file, capabilities }) => {
  const described = capabilities.flatMap(({ outputSchema }) => (outputSchema ? [outputSchema] : []));

  it('have valid outlines of up to 4 KiB, whose pointers lead to each omitted part', () => {
    const sizes = (all: unknown[]) => all.map(bytesOf).toSorted((one, other) => other - one);
    const outlines = described.map((schema) => ({ schema, told: outlineOf(schema, 4_096)?.schema }));
    const [before, after] = [sizes(described), sizes(outlines.map(({ told }) => told))];
    const middle = before.length >> 1;
    console.info(
      `${file}: ${before[0]} bytes at most, ${after[0]} outlined; median ${before[middle]}, ${after[middle]}`,
    );

    expect(after[0]).toBeLessThanOrEqual(4_096);
    for (const { schema, told } of outlines) {
      expect(ajv.validateSchema(told as object)).toBe(true);
      for (const pointer of leftOutOf(told))
        expect([pointer, outlineOf(schema, 4_096, keysOf(pointer))]).toEqual([pointer, expect.any(Object)]);
    }
  });
});

describe('an outline', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      'a/b': { $ref: '#/$defs/node', description: 'The first.' },
      rows: { type: 'array', items: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/node' }] } },
    },
    $defs: {
      node: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'x'.repeat(800) },
          parent: { $ref: '#/$defs/node' },
        },
      },
    },
  };

  it('is the whole schema if it fits', () => {
    expect(outlineOf(schema, 2_000)).toEqual({ schema, isWhole: true });
  });

  it('is as deep as its limit allows, even for a recursive schema', () => {
    const outline = outlineOf(schema, 900);

    expect(outline).toMatchObject({
      isWhole: false,
      schema: {
        properties: { id: { type: 'integer' }, 'a/b': { description: 'The first.', type: 'object' } },
      },
    });
    expect(leftOutOf(outline?.schema)).toContain('/a~1b/parent/parent');
  });

  it('starts at the part that a pointer names, through lists and alternatives without a segment', () => {
    expect(outlineOf(schema, 2_000, ['rows', 'name'])).toMatchObject({ schema: { type: 'string' } });
    expect(outlineOf(schema, 2_000, ['rows', 'nothing'])).toBeNull();
    expect(
      outlineOf({ type: 'object', additionalProperties: { type: 'string' } }, 200, ['any']),
    ).toMatchObject({
      schema: { type: 'string' },
    });
  });

  it('takes little time for a schema with many circular references', () => {
    const node = { anyOf: Array.from({ length: 50 }, () => ({ $ref: '#/$defs/node' })) };
    const circling = { ...node, $defs: { node } };

    expect(outlineOf(circling, 4_096, ['nothing'])).toBeNull();
    expect(bytesOf(outlineOf(circling, 1_024)?.schema)).toBeLessThanOrEqual(1_024);
  });

  it('names as many members as fit if none of their schemas does', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`member${index}`, { type: 'string' }]),
    );
    const outline = outlineOf({ type: 'object', properties }, 1_024);

    expect(bytesOf(outline?.schema)).toBeLessThanOrEqual(1_024);
    expect(outline?.schema).toMatchObject({
      properties: { member0: {} },
      $comment: expect.stringContaining('500 members'),
    });
  });
});

/** Returns the pointers in the comments of an outline. */
function leftOutOf(told: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(told, (name, value) => {
    const pointer = name === '$comment' && /: (\/.*)$/.exec(value)?.[1];
    if (pointer) found.push(pointer);
    return value;
  });
  return found;
}
