import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonRefusal } from '../../../adapters/http/json-scan.ts';
import { parseJson } from '../../../adapters/http/json.ts';
import { count } from '../../support/count.ts';
import { jsonPoisons } from '../../support/poison.ts';
import { seed } from '../../support/seed.ts';

describe('JSON that is rejected', () => {
  it.each(jsonPoisons)('$name', ({ body }) => {
    const before = Object.getOwnPropertyNames(Object.prototype);

    expect(refusalOf(body).message).toMatch(/^[A-Z].*\.$/);

    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  // oxfmt-ignore
  it.each([
    ['{"a":{"b/c~d":[0,-0]}}', '/a/b~1c~0d/1'],
    ['{"a":1,"list":[{"__proto__":1}]}', '/list/0/__proto__'],
    ['{"a":{"b":1},"b":{"c":1,"c":2}}', '/b/c'],
    ['{"a":"x","b":"\\u0000"}', '/b'],
    ['{"a":["ok","\\ud800"]}', '/a/1'],
    ['1e400', ''],
    [`{"a":${'['.repeat(32)}`, `/a${'/0'.repeat(31)}`],
  ])('has a pointer to the position: %s', (text, pointer) => {
    expect(refusalOf(text).pointer).toBe(pointer);
  });

  it('has the position of the syntax error in its message, and none of the text', () => {
    const { message, pointer } = refusalOf('{"password": hunter2}');

    expect(message).toBe('Character 14 cannot stand there.');
    expect(pointer).toBeUndefined();
  });

  it.each([
    ['\r', 'A string contains a carriage return; leave it out, or send it as \\r.'],
    ['\n', 'A string contains a line feed; leave it out, or send it as \\n.'],
    ['\t', 'A string contains a tab; leave it out, or send it as \\t.'],
    ['\u0001', 'A string contains the control character U+0001; leave it out, or send it as \\u0001.'],
    ['\u001f', 'A string contains the control character U+001F; leave it out, or send it as \\u001f.'],
  ])('has the name of an unescaped control character in its message: %j', (character, sentence) => {
    const { message, pointer } = refusalOf(`{"token":"tok_invite_x${character}"}`);

    expect({ message, pointer }).toEqual({ message: sentence, pointer: '/token' });
  });
});

describe('the limits of JSON', () => {
  // oxfmt-ignore
  it.each([
    ['32 levels', '['.repeat(32) + ']'.repeat(32), '['.repeat(33) + ']'.repeat(33)],
    ['1,000 keys', objectOf(1000), objectOf(1001)],
    ['1,000 keys in all', `[${objectOf(600)},${objectOf(400)}]`, `[${objectOf(600)},${objectOf(401)}]`],
    ['10,000 items', arrayOf(10_000), arrayOf(10_001)],
    ['a key of 1,024 characters', `{"${'k'.repeat(1024)}":0}`, `{"${'k'.repeat(1025)}":0}`],
    ['2^53 - 1', '9007199254740991', '9007199254740992'],
    ['a surrogate pair', '"\\ud83d\\ude00"', '"\\ud83d\\u0041"'],
    ['the same key in two objects', '[{"a":1},{"a":1}]', '[{"a":1,"a":1}]'],
  ])('allow %s, but not more', (_name, most, more) => {
    expect(parseJson(Buffer.from(most))).toEqual(JSON.parse(most));
    expect(() => parseJson(Buffer.from(more))).toThrow(JsonRefusal);
  });

  it('can be set by the caller', () => {
    const bytes = Buffer.from('[{"a":1}]');

    expect(parseJson(bytes, { maxDepth: 2, maxKeys: 1, maxItems: 1 })).toEqual([{ a: 1 }]);
    expect(() => parseJson(bytes, { maxDepth: 1 })).toThrow('nested deeper than 1 levels');
    expect(() => parseJson(bytes, { maxKeys: 0 })).toThrow('more than 0 keys');
    expect(() => parseJson(bytes, { maxItems: 0 })).toThrow('more than 0 array items');
  });

  it('produce the same message each time, at a CPU cost that the test prints', () => {
    const costs = jsonPoisons.map(({ name, body }) => {
      const bytes = Buffer.from(body);
      const messages = new Set<string>();
      const tries = Array.from({ length: 7 }, () => cpuMsOf(() => messages.add(refusalOf(bytes).message)));

      expect(messages.size, name).toBe(1);
      return { name, ms: Math.min(...tries) };
    });

    const [dearest] = costs.toSorted((one, other) => other.ms - one.ms);
    console.info(`The dearest poison, ${dearest?.name}, costs ${dearest?.ms} ms of CPU.`);
  });
});

describe('JSON that is accepted', () => {
  it('becomes ordinary objects', () => {
    const value = parseJson(Buffer.from('{"toString":1,"hasOwnProperty":{"valueOf":null}}'));

    expect(value).toEqual({ toString: 1, hasOwnProperty: { valueOf: null } });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('includes everything that JSON.stringify writes for a value that can be stored', () => {
    fc.assert(
      fc.property(storable, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        expect(parseJson(Buffer.from(JSON.stringify(value, null, space)))).toEqual(value);
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });

  it('has the same value as with JSON.parse', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const value = read(text);
        if (value === undefined) return;

        expect(value).toEqual(JSON.parse(text));
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });
});

const storableText = fc
  .string({ unit: 'binary' })
  .filter((value) => value.isWellFormed() && !value.includes('\0'));
const key = storableText.filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name));
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isStorable),
);
const { storable } = fc.letrec<{ storable: unknown }>((tie) => ({
  storable: fc.oneof(
    { maxDepth: 6 },
    storableText,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('storable'), { maxLength: 4 }),
    fc.dictionary(key, tie('storable'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

// Valid JSON with a few characters replaced by ones that matter to its grammar.
const mutated = fc
  .tuple(
    storable,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Array.from('{}[]",:\\u0e-+.tfn d8\n\0\u00a0'))), {
      maxLength: 3,
    }),
  )
  .map(([value, changes]) => {
    const characters = Array.from(JSON.stringify(value));
    for (const [at, character] of changes) characters[at % characters.length] = character;
    return characters.join('');
  });

function isStorable(value: number): boolean {
  return !Object.is(value, -0) && (!/^-?\d+$/.test(String(value)) || Number.isSafeInteger(value));
}

function read(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}

function refusalOf(body: string | Buffer): JsonRefusal {
  try {
    parseJson(Buffer.from(body));
  } catch (error) {
    if (error instanceof JsonRefusal) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

function cpuMsOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function objectOf(keys: number): string {
  return `{${Array.from({ length: keys }, (_, i) => `"k${i}":0`).join()}}`;
}

function arrayOf(items: number): string {
  return `[${Array.from({ length: items }, () => '0').join()}]`;
}
