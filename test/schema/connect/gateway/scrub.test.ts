import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../../schema/connect/gateway/credential-forms.ts';
import { scrub, withoutCredential } from '../../../../schema/connect/gateway/scrub.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

const secret = 'Zq7-pL2w/X9+tR4=';
const dataOf = (data: unknown, ...values: string[]) => scrub(data, values).data;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const everyByte = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const everyUnit = (text: string) =>
  text
    .split('')
    .map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('');

describe('a credential that was sent', () => {
  // oxfmt-ignore
  it.each([
    ['as it is',                       secret],
    ['in base64, from its first byte', base64(secret)],
    ['from its second',                base64(`a${secret}`)],
    ['from its third',                 base64(`ab${secret}cde`)],
    ['for addresses',                  Buffer.from(secret).toString('base64url')],
    ['in hexadecimal digits',          hex(secret)],
    ['in large ones',                  hex(secret).toUpperCase()],
    ['percent-encoded',                encodeURIComponent(secret)],
    ['percent-encoded twice',          encodeURIComponent(encodeURIComponent(secret))],
    ['percent-encoded to the letter',  everyByte(secret)],
    ['as an escape for each letter',   everyUnit(secret)],
    ['with slashes escaped',           secret.replaceAll('/', String.raw`\/`)],
    ['as base64 in an address',        encodeURIComponent(base64(secret))],
    ['in JSON in JSON',                JSON.stringify(JSON.stringify({ a: secret.replaceAll('/', String.raw`\/`) }))],
  ])('is removed %s', (_how, text) => {
    const { data, removed } = scrub({ a: [`<${text}>`], [text]: 1, b: 'kept' }, [secret]);

    const told = JSON.stringify(data);
    expect(told).not.toContain(text);
    expect(told.split('[removed]')).toHaveLength(3);
    expect(data).toHaveProperty('b', 'kept');
    expect(removed.count).toBe(2);
    expect(removed.pointers[0]).toBe('/a/0');
    expect(traceOf(told, secret)).toBe(false);
  });

  it('is removed without the text around it', () => {
    const text = `Key ${secret} of ${secret}${secret}, and ${encodeURIComponent(secret)}: wrong é👍.`;

    expect(dataOf(text, secret)).toBe('Key [removed] of [removed], and [removed]: wrong é👍.');
  });

  it('is removed from member names at any depth, and from the reported pointers', () => {
    const { data, removed } = scrub([{ [`x-${secret}`]: { [secret]: secret } }], [secret]);

    expect(data).toEqual([{ 'x-[removed]': { '[removed]': '[removed]' } }]);
    expect(removed).toEqual({
      count: 3,
      pointers: ['/0/x-[removed]', '/0/x-[removed]/[removed]', '/0/x-[removed]/[removed]'],
    });
  });

  // oxfmt-ignore
  it.each([
    ['with a quotation mark',       'abc"def\\ghi'],
    ['that is in no ASCII',         'pässwörter👍'],
    ['that looks percent-encoded',  'abc%41%2Fxyz'],
    ['that looks escaped',          String.raw`abc\u0041\\xyz`],
    ['that is no UTF-8 without escapes', String.raw`A\AA%AAAAA`],
    ['that is short without escapes', 'AAA"%AAA'],
    ['with spaces and pluses',      'one two+three'],
    ['with marks of HTML',          `<b>&"it's"`],
  ])('is removed in each encoding if it is one %s', (_what, value) => {
    const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const forms = [value, inJson(value), inJson(inJson(value)), encodeURIComponent(value), base64(value), hex(value)];
    forms.push(encodeURIComponent(value).replaceAll('%20', '+'), inJson(encodeURIComponent(value)), html);
    forms.push(html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'), everyUnit(value), everyByte(value));

    for (const form of forms) {
      const told = dataOf(`(${form})`, value);
      expect(told).toBe('([removed])');
    }
  });

  it('is removed as a number if it has eight digits or more', () => {
    expect(dataOf([12_345_678, 123_456_789, '12345678'], '12345678')).toEqual([
      '[removed]',
      123_456_789,
      '[removed]',
    ]);
    expect(dataOf([1234, '1234'], '1234')).toEqual([1234, '[removed]']);
  });

  it('is removed only as a whole text if it has fewer than eight characters', () => {
    expect(dataOf(['a', 'b', 'banana', { a: 'YQ==' }], 'a')).toEqual([
      '[removed]',
      'b',
      'banana',
      { '[removed]': 'YQ==' },
    ]);
    expect(dataOf(['hunter2', 'hunter22', base64('hunter2'), '%68unter2', 'x hunter2'], 'hunter2')).toEqual([
      '[removed]',
      'hunter22',
      '[removed]',
      '[removed]',
      'x hunter2',
    ]);
  });

  it('is removed only in its plain form if it is very large', () => {
    const values = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}${'0123456789'.repeat(819)}`);
    const data = { whole: values.map((value) => `<${value}>`), cut: values.map((value) => value.slice(1)) };

    expect(dataOf(data, ...values)).toEqual({ ...data, whole: values.map(() => '<[removed]>') });
  });

  it('consists of all texts that could reveal it', () => {
    const key = {
      kind: 'API_KEY',
      in: 'header',
      parameter: 'authorization',
      apiKey: 'Token abcdefgh1',
    } as const;
    const headers = { 'x-a': 'Basic dXNlcm5hbWUxOnBhc3N3b3Jk', 'x-b': 'Digest key="0123456789", b=1' };

    expect(valuesOf({ kind: 'BEARER', token: 'abcdefgh' })).toEqual(['abcdefgh']);
    expect(valuesOf({ kind: 'BASIC', username: 'ada', password: 'a:b' })).toEqual(['ada:a:b', 'ada', 'a:b']);
    expect(valuesOf(key)).toEqual(['Token abcdefgh1', 'abcdefgh1', 'abcdefgh1']);
    expect(valuesOf({ kind: 'HEADERS', headers })).toEqual(
      expect.arrayContaining(['username1', 'password', 'username1:password', '0123456789', headers['x-b']]),
    );
  });
});

describe('a secret of the provider', () => {
  it('is removed under a name for secrets, unless it is a number, a page token or empty', () => {
    const data = {
      password: 'x',
      'API-Key': ['y', ''],
      access_token: 'z',
      token: { name: 'CI', secret: 'w' },
      nextPageToken: 'page2',
      credential: null,
      authorization: 7,
    };

    expect(scrub(data, [])).toEqual({
      data: {
        password: '[removed]',
        'API-Key': ['[removed]', ''],
        access_token: '[removed]',
        token: { name: 'CI', secret: '[removed]' },
        nextPageToken: 'page2',
        credential: null,
        authorization: 7,
      },
      removed: { count: 4, pointers: ['/password', '/API-Key/0', '/access_token', '/token/secret'] },
    });
  });

  it('is removed if it looks like a secret, in member names too', () => {
    const [token, address] = [
      'ghp_0123456789012345678901234567890123ab',
      'postgres://ada:hunter22@db.example.com/app',
    ];

    expect(scrub([token, { [token]: { url: address } }, 'ghp_'], [])).toEqual({
      data: ['[removed]', { '[removed]': { url: '[removed]' } }, 'ghp_'],
      removed: { count: 3, pointers: ['/0', '/1/[removed]', '/1/[removed]/url'] },
    });
  });
});

describe('a schema', () => {
  it('loses only the credential: names and examples that look like secrets stay', () => {
    const example = 'ghp_0123456789012345678901234567890123ab';
    const schema = { properties: { password: { type: 'string', default: example } }, [example]: 'kept' };

    expect(withoutCredential({ ...schema, title: `For ${secret}` }, [secret])).toEqual({
      ...schema,
      title: 'For [removed]',
    });
  });
});

describe('the report of removals', () => {
  it('contains the first fifty pointers, and the count', () => {
    const { removed } = scrub(
      Array.from({ length: 60 }, () => secret),
      [secret],
    );

    expect([removed.count, removed.pointers.length, removed.pointers.at(-1)]).toEqual([60, 50, '/49']);
  });

  it('omits a pointer that is too long', () => {
    expect(scrub({ ['x'.repeat(1_000)]: secret }, [secret]).removed).toEqual({ count: 1, pointers: [] });
  });
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/%\\"&=: -_.~é';
const canaries = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 8, maxLength: 40 });
const encodings = fc.constantFrom<((text: string) => string)[]>(
  (text) => text,
  base64,
  (text) => base64(`a${text}`),
  (text) => base64(`user:${text}!`),
  (text) => Buffer.from(`ab${text}`).toString('base64url'),
  hex,
  (text) => hex(text).toUpperCase(),
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll(/%[\dA-F]{2}/g, (it) => it.toLowerCase()),
  inJson,
  everyUnit,
  everyByte,
);

describe('a canary', () => {
  it('is absent from the result, regardless of where and how it was planted', () => {
    const check = fc.property(
      canaries.filter((it) => it.trim() === it),
      fc.array(
        fc.tuple(
          encodings,
          fc.constantFrom((it: string) => it, inJson, encodeURIComponent),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.jsonValue({ maxDepth: 4 }),
      fc.tuple(fc.string(), fc.string(), fc.boolean()),
      (canary, ways, around, [before, behind, isName]) => {
        const forms = ways.map(([encode, again]) => again(encode(canary)));
        const planted = forms.map((form) => `${before} ${form} ${behind}`);
        const given = isName ? Object.fromEntries(planted.map((it) => [it, around])) : { around, planted };

        const { data, removed } = scrub(given, [canary]);

        expect(traceOf(JSON.stringify(data), canary)).toBe(false);
        expect(removed.count).toBeGreaterThanOrEqual(isName ? 1 : forms.length);
      },
    );

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
  });

  it('changes nothing if it does not occur', () => {
    const check = fc.property(fc.jsonValue({ maxDepth: 5 }), (data) => {
      // A random text can look like an address with a login: //:$@.
      fc.pre(!/[@=]/.test(JSON.stringify(data)));
      const { data: told, removed } = scrub(data, ['Zq7pL2wX9tR4-canary']);

      expect(JSON.stringify(told)).toBe(JSON.stringify(data));
      expect(removed).toEqual({ count: 0, pointers: [] });
    });

    fc.assert(check, { seed: seed(), numRuns: count(10_000) });
  });
});

/** Whether the text reveals the canary once its pieces are decoded, up to four layers deep. */
function traceOf(told: string, canary: string): boolean {
  const layers = new Set([told]);
  for (let times = 0; times < 4; times += 1)
    for (const text of Array.from(layers)) {
      layers.add(
        text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) =>
          Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
        ),
      );
      layers.add(
        text
          .replaceAll(/\\u([\da-f]{4})/gi, (_, unit: string) =>
            String.fromCharCode(Number.parseInt(unit, 16)),
          )
          .replaceAll(/\\(["\\/])/g, '$1'),
      );
    }
  return [...layers].some(
    (text) =>
      text.includes(canary) ||
      (text.match(/[\w+/-]{8,}/g) ?? []).some((run) =>
        [0, 1, 2, 3].some((skip) => Buffer.from(run.slice(skip), 'base64').includes(canary)),
      ) ||
      (text.match(/[\da-f]{16,}/gi) ?? []).some((run) =>
        [0, 1].some((skip) => Buffer.from(run.slice(skip), 'hex').includes(canary)),
      ),
  );
}
