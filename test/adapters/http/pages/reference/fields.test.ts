import { describe, expect, it } from 'vitest';
import type { Description, Schema } from '../../../../../adapters/http/pages/reference/description.ts';
import { deepest, fieldsOf, mostRows } from '../../../../../adapters/http/pages/reference/fields.ts';
import { markdownOf } from '../../../../../adapters/http/pages/reference/markdown.ts';

function tableOf(schema: Schema, schemas: Record<string, Schema> = {}): string {
  const description: Description = { components: { schemas } };
  return markdownOf({ title: 'T', name: '', query: '', blocks: fieldsOf(description, schema) });
}

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| `(.*?)` \| (.*) \|$/gm)].map(([, name, rest]) => [name, rest]);
const namesIn = (text: string) => rowsIn(text).map(([name]) => name);

describe('a table of fields', () => {
  it('shows fields inside objects, lists, alternatives, parts and maps', () => {
    const text = tableOf(
      {
        allOf: [ref('Base'), { properties: { id: { type: 'integer' } }, required: ['name'] }],
        properties: {
          items: { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } },
          owner: { anyOf: [ref('Owner'), { type: 'null' }] },
          labels: { type: 'object', additionalProperties: ref('Owner') },
        },
      },
      {
        Base: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          required: ['id'],
        },
        Owner: {
          type: 'object',
          properties: { email: { type: 'string', format: 'email' } },
          required: ['email'],
        },
      },
    );

    expect(rowsIn(text)).toEqual([
      ['id', 'integer | yes'],
      ['name', 'string | no'],
      ['items', 'array of object | no'],
      ['items[].size', 'integer | no'],
      ['owner', 'object or null | no'],
      ['owner.email', 'string (email) | yes'],
      ['labels', 'object | no'],
      ['labels.<name>', 'object | '],
      ['labels.<name>.email', 'string (email) | yes'],
    ]);
  });

  it('tells limits, examples, defaults and descriptions', () => {
    const text = tableOf({
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64, pattern: '^\\w+$', examples: ['ci'] },
        count: { type: 'integer', minimum: 1, maximum: 100, default: 25, description: 'How `many`.' },
        mode: { anyOf: [{ type: 'string', enum: ['read', 'write'] }, { type: 'null' }] },
        tags: { type: 'array', maxItems: 1, items: { type: 'string', maxLength: 5 } },
        kind: { const: 'A' },
      },
    });

    expect(rowsIn(text)).toEqual([
      ['name', 'string | no | 1 to 64 characters; matches `^\\w+$` | `ci` | '],
      ['count', 'integer | no | 1 to 100; default `25` |  | How `many`.'],
      ['mode', 'string or null | no | `read`, `write` |  | '],
      ['tags', 'array of string | no | at most 1 item; each at most 5 characters |  | '],
      ['kind', 'string | no | always `A` |  | '],
    ]);
  });

  it('cuts a schema inside itself, and says so', () => {
    const node = {
      properties: { name: { type: 'string' }, next: ref('Node'), all: { type: 'array', items: ref('Node') } },
    };
    const text = tableOf(ref('Node'), { Node: node });

    expect(namesIn(text)).toEqual(['name', 'next', 'all', 'all[].name', 'all[].next', 'all[].all']);
    expect(text.match(/It contains itself, so its fields are cut here\./g)).toHaveLength(3);
  });

  it(`cuts fields deeper than ${deepest} levels, and says so`, () => {
    const nested = (depth: number): Schema => ({
      type: 'object',
      properties: { in: depth === 0 ? { type: 'string' } : nested(depth - 1) },
    });
    const text = tableOf(nested(20));

    expect(namesIn(text)).toHaveLength(deepest);
    expect(text).toContain(`because they are deeper than ${deepest} levels.`);
    expect(tableOf(nested(deepest - 1))).not.toContain('deeper');
  });

  it(`ends after ${mostRows} fields, and says so`, () => {
    const names = Array.from({ length: 30 }, (_, at) => `f${at}`);
    const wide = (depth: number): Schema => ({
      properties: Object.fromEntries(names.map((name) => [name, depth === 0 ? {} : ref(`L${depth - 1}`)])),
    });
    const schemas = Object.fromEntries([0, 1, 2, 3, 4, 5].map((depth) => [`L${depth}`, wide(depth)]));
    const text = tableOf(ref('L5'), schemas);

    expect(namesIn(text)).toHaveLength(mostRows);
    expect(text).toContain(`The table ends here, after ${mostRows} fields.`);
  });

  it.each<[what: string, schema: Schema, schemas: Record<string, Schema>]>([
    ['a list of itself', ref('A'), { A: { type: 'array', items: ref('A') } }],
    ['an alternative of itself', ref('A'), { A: { anyOf: [ref('A'), ref('A'), ref('A')] } }],
    [
      'a part of itself',
      ref('A'),
      { A: { allOf: [ref('A'), ref('A'), ref('A')], properties: { a: ref('A') } } },
    ],
    ['references in a circle', ref('A'), { A: ref('B'), B: ref('A') }],
    ['a reference to nothing', ref('Missing'), {}],
    ['a reference to an inherited name', { $ref: '#/components/schemas/__proto__' }, {}],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }, {}],
  ])('ends with %s', (_what, schema, schemas) => {
    expect(namesIn(tableOf(schema, schemas)).length).toBeLessThan(4);
  });
});
