import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, describe, expect, it } from 'vitest';
import { SchemaFailure } from '../../../schema/kernel/ports/json-schemas.ts';
import { createJsonSchemas } from '../../../server/json-schemas/json-schemas.ts';

// One with enough time for every valid check, and one with a short timeout.
const schemas = createJsonSchemas({ timeoutMs: 20_000, maxHeapMb: 128 });
const strict = createJsonSchemas({ timeoutMs: 500, maxHeapMb: 128 });
afterAll(async () => {
  await schemas[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
});
let keys = 0;

const check = async (schema: object, value: unknown) =>
  await schemas.check({ key: String((keys += 1)), owner: 'ws_1', schema }, value);
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'judged',
    (error: unknown) => (error instanceof SchemaFailure ? error.code : error),
  );

const issue = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, pattern: '^[A-Z]' },
    state: { enum: ['open', 'closed'] },
    labels: { type: 'array', items: { $ref: '#/$defs/Label' } },
  },
  required: ['title'],
  additionalProperties: false,
  $defs: {
    Label: { type: 'object', properties: { parent: { $ref: '#/$defs/Label' }, 'a/b': { type: 'integer' } } },
  },
};

describe('a value', () => {
  it('is valid by a schema that refers to itself', async () => {
    const labels = [{ parent: { parent: { 'a/b': 1 } } }];

    expect(await check(issue, { title: 'Broken', state: 'open', labels })).toEqual([]);
  });

  it('is reported with what is wrong, and where', async () => {
    const value = { state: 'ajar', labels: [{ parent: { 'a/b': 'x' } }], more: 1 };

    expect(await check(issue, value)).toEqual(
      expect.arrayContaining([
        { pointer: '/title', code: 'required', message: 'is required' },
        { pointer: '/more', code: 'unknown_field', message: 'is not a known field' },
        { pointer: '/state', code: 'enum', message: 'must be one of "open","closed"' },
        { pointer: '/labels/0/parent/a~1b', code: 'type', message: 'must be integer' },
      ]),
    );
  });

  it.each([
    [{ minLength: 2 }, 'a', 'must have at least 2 characters'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 items'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ maximum: 50 }, 51, 'must be at most 50'],
    [{ exclusiveMinimum: 0 }, 0, 'must be more than 0'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1'],
  ])('is reported in plain words by the bound %o', async (schema, value, message) => {
    expect(await check(schema, value)).toMatchObject([{ pointer: '', message }]);
  });

  it('has at most 20 findings', async () => {
    const list = { type: 'array', items: { type: 'string' } };

    expect(
      await check(
        list,
        Array.from({ length: 1_000 }, (_, i) => i),
      ),
    ).toHaveLength(20);
  });

  it('is checked by the schema of its key, even after many others', async () => {
    const schema = { key: 'kept', owner: 'ws_1', schema: { const: 1 } };
    await schemas.check(schema, 1);
    for (let i = 0; i < 300; i += 1) await check({ const: i }, i);

    expect(await schemas.check(schema, 1)).toEqual([]);
    expect(await schemas.check(schema, 2)).toHaveLength(1);
  });
});

describe('a hostile schema', () => {
  it.each([
    ['a pattern that backtracks', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`, 1],
    ['nested repetitions', { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }, 'a'.repeat(50_000), 1],
    ['a pattern with no linear form', { type: 'string', pattern: '^(a)\\1$' }, 'no such thing', 0],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'x', 0],
    ['a format that backtracks elsewhere', { type: 'string', format: 'regex' }, '(', 0],
  ])('takes linear time at most: %s', async (_name, schema, value, findings) => {
    expect(await check(schema, value)).toHaveLength(findings);
  });

  it.each([
    { type: 'nothing' },
    { $ref: '#/$defs/Missing' },
    { $ref: 'https://example.com/schema.json' },
    { $ref: 'file:///etc/passwd' },
    { properties: 3 },
  ])('that is invalid or refers elsewhere is rejected: %j', async (schema) => {
    expect(await codeOf(check(schema, {}))).toBe('not_a_schema');
  });

  it('that takes too long is stopped, and the next one is checked', async () => {
    // Each level doubles the work of the one below.
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `l${i}`,
        { allOf: Array(2).fill({ $ref: `#/$defs/l${i + 1}` }) },
      ]),
    );
    const hostile = { $ref: '#/$defs/l0', $defs: { ...levels, l40: { not: {} } } };

    const [slow, next] = await Promise.all([
      codeOf(strict.check({ key: 'slow', owner: 'ws_1', schema: hostile }, {})),
      codeOf(strict.check({ key: 'quick', owner: 'ws_1', schema: { const: 1 } }, 1)),
    ]);

    expect(slow).toBe('too_slow');
    expect(next).toBe('judged');
  });

  it('that needs too much memory is stopped, and the process continues', async () => {
    const hostile = { type: 'array', items: { type: 'string', minLength: 1, pattern: 'x', enum: ['a'] } };
    const huge = Array.from({ length: 3_000_000 }, (_, i) => i);

    expect(await codeOf(check(hostile, huge))).toBe('too_slow');
    expect(await check({ const: 1 }, 1)).toEqual([]);
  });
});

it('values are checked in a process that starts with the first schema that needs it, and ends with the server', async () => {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  const own = createJsonSchemas({ timeoutMs: 20_000, maxHeapMb: 128 });
  await own.check({ key: 'zero', owner: 'ws_1', schema: { const: 1 } }, 1);
  const before = started.length;

  await own.check({ key: 'one', owner: 'ws_1', schema: issue }, { title: 'Broken' });
  await own.check({ key: 'two', owner: 'ws_1', schema: { const: 2 } }, 3);
  const during = started.map(({ exitCode, signalCode }) => [exitCode, signalCode]);
  await own[Symbol.asyncDispose]();
  unsubscribe('child_process', note);

  expect(before).toBe(0);
  expect(during).toEqual([[null, null]]);
  expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL']);
});
