import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findingsInSettings,
  maxBytes,
  maxDepth,
  maxTexts,
  maxValues,
  settingsRefused,
} from '../../../../schema/connect/connection/settings.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';
import { benignNames, benignValues } from './settings.benign.ts';

const words = ['password', 'apiKey', 'token', 'clientSecret', 'authorization', 'credential'];
// oxfmt-ignore
const alike: Record<string, string> = {
  a: 'аαａ𝐚ⓐ', c: 'сＣ', d: 'ԁｄ', e: 'еεＥé', h: 'һΗＨ', i: 'іιＩı1l', k: 'кκＫ', l: 'ӏＬI', n: 'ηＮñ', o: 'оοＯ0ö',
  p: 'рρＰ', r: 'гＲ', s: 'ѕＳſ', t: 'тτＴ', u: 'υＵ', w: 'ԝｗ', y: 'уγＹ', z: 'Ζｚ',
};
const between = [
  '',
  '',
  '',
  '-',
  '_',
  ' ',
  '.',
  '--',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u2011',
  '\u3164',
];

const letterOf = (letter: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(letter.toLowerCase(), letter.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom(...Array.from(alike[letter.toLowerCase()] ?? letter)) },
  );
/** One of the forbidden names, in one of its spellings. */
const secretName = fc
  .constantFrom(...words)
  .chain((word) =>
    fc.tuple(...Array.from(word, (letter) => fc.tuple(letterOf(letter), fc.constantFrom(...between)))),
  )
  .map((letters) => letters.flat().join(''));
const harmlessName = fc.oneof(
  fc.constantFrom(...benignNames),
  fc.stringMatching(/^[a-z]{1,2}[~/]?[a-z]{0,2}$/),
);

/** A way to write a value as JSON, and the number of nested texts that it adds. */
type Writing = readonly [layers: number, write: (value: unknown) => string];

type Tree =
  | { kind: 'object'; members: [name: string, isSecret: boolean, member: Tree][] }
  | { kind: 'list'; items: Tree[] }
  | { kind: 'text'; tree: Tree; writing: Writing }
  | { kind: 'value'; value: unknown };

const name = fc.oneof(
  { weight: 1, arbitrary: secretName.map((it) => [it, true] as const) },
  { weight: 3, arbitrary: harmlessName.map((it) => [it, false] as const) },
);
const writings: Writing[] = [
  [1, (value) => JSON.stringify(value)],
  [1, (value) => `\n ${JSON.stringify(value, null, 2)}\n`],
  [2, (value) => JSON.stringify(JSON.stringify(value))],
  [1, (value) => JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, escapedWhole)],
];
const { tree } = fc.letrec<{ tree: Tree; container: Tree; object: Tree; list: Tree }>((tie) => ({
  object: fc
    .uniqueArray(fc.tuple(name, tie('tree')), { maxLength: 4, selector: ([[text]]) => text })
    .map((members) => ({
      kind: 'object' as const,
      members: members.map(([[text, isSecret], member]): [string, boolean, Tree] => [text, isSecret, member]),
    })),
  list: fc.array(tie('tree'), { maxLength: 3 }).map((items) => ({ kind: 'list' as const, items })),
  container: fc.oneof(tie('object'), tie('list')),
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc
      .oneof(fc.constantFrom(...benignValues), fc.integer(), fc.boolean(), fc.constant(null))
      .map((value) => ({ kind: 'value' as const, value })),
    tie('object'),
    tie('list'),
    fc
      .tuple(tie('container'), fc.constantFrom(...writings))
      .map(([inner, writing]) => ({ kind: 'text' as const, tree: inner, writing })),
  ),
}));
const settings = fc
  .tuple(secretName, tree, fc.array(fc.tuple(name, tree), { maxLength: 4 }))
  .map(([first, member, others]): Tree => {
    const members = new Map<string, [string, boolean, Tree]>([[first, [first, true, member]]]);
    for (const [[text, isSecret], other] of others) members.set(text, [text, isSecret, other]);
    return { kind: 'object', members: [...members.values()] };
  });

describe('a name like a secret', () => {
  it.each(words.flatMap((word) => [word, word.toUpperCase(), word.toLowerCase()]))('is found: %s', (text) => {
    expect(findingsInSettings({ [text]: 'x' })).toEqual([
      {
        pointer: `/${text}`,
        code: 'secret_in_settings',
        message:
          'is named like a secret; store it in a credential reference, since settings must not contain secrets',
      },
    ]);
  });

  // oxfmt-ignore
  it.each([
    'API-KEY', 'api_key', 'Api Key', 'api.key', 'a-p-i-k-e-y', '_token', 'token[]', '$token', 'client-secret', 'Client Secret',
    'CLIENT_SECRET', 'ｔｏｋｅｎ', 'tоken', 'pаsswоrd', 'ΤΟΚΕΝ', 'АUTНORIZATION', 'to\u200bken', 'pass\u00adword', 'tok\u0301en', 'pass\u02bcword',
    '𝓽𝓸𝓴𝓮𝓷', 'ⓣⓞⓚⓔⓝ', 'passẇord', 't0ken', 'c1ient_secret', 'cIient-secret', 'AUTHORlZATION',
  ])('is found in each spelling: %s', (text) => {
    expect(findingsInSettings({ [text]: null }).map(({ code }) => code)).toEqual(['secret_in_settings']);
  });

  it('is found in any document by its pointer, and nothing else is found', () => {
    const check = fc.property(settings, (document) => {
      const { value, pointers, layers } = render(document, '');
      fc.pre(layers <= maxTexts && Buffer.byteLength(JSON.stringify(value)) <= maxBytes);

      const found = findingsInSettings(value);

      expect(found.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
      expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['secret_in_settings']));
    });

    fc.assert(check, { seed: seed(), numRuns: count(10_000) });
  });

  it('is found in JSON with a duplicate member, and in a text that is not yet JSON', () => {
    const texts = [
      '{"a":{"token":1},"a":2}',
      '{"a": {{ n }}, "token": "x"}',
      '[{"token":1}',
      '{"a":1}\n{"token":1}',
    ];

    expect(texts.map((text) => findingsInSettings({ text }).map(({ pointer }) => pointer))).toEqual(
      texts.map(() => ['/text']),
    );
  });

  it('is reported by a pointer that starts with the given path', () => {
    const found = findingsInSettings({ 'a/b': [{ 'c~d': { token: { password: 1 } } }] }, ['settings']);

    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/settings/a~1b/0/c~0d/token',
      '/settings/a~1b/0/c~0d/token/password',
    ]);
  });
});

const made = (letters: string) => (length: number) =>
  fc.string({ unit: fc.constantFrom(...letters.split('')), minLength: length, maxLength: length });
const alphanumeric = made('0123456789ABCDEFabcdef');
const hexadecimal = made('0123456789abcdef');
const upper = made('ABCDEFGHIJ234567');
const after = (prefix: string, rest: fc.Arbitrary<string>) => rest.map((text) => prefix + text);
const encoded = (text: string) => Buffer.from(text).toString('base64url');

/** The forms of secrets, by issuer. */
// oxfmt-ignore
const secrets: Record<string, fc.Arbitrary<string>> = {
  'our sandbox key': fc.constant(null).map(() => mintSecret('ak_sandbox').text),
  'our live key': fc.constant(null).map(() => mintSecret('ak_live').text),
  'our refresh token': fc.constant(null).map(() => mintSecret('rt').text),
  'our automation’s secret': fc.constant(null).map(() => mintSecret('acs').text),
  'GitHub, personal': after('ghp_', alphanumeric(36)),
  'GitHub, OAuth': after('gho_', alphanumeric(36)),
  'GitHub, an app': after('ghs_', alphanumeric(36)),
  'GitHub, fine-grained': after('github_pat_', alphanumeric(60)),
  'GitLab': after('glpat-', alphanumeric(20)),
  'Stripe, live': after('sk_live_', alphanumeric(24)),
  'Stripe, test': after('sk_test_', alphanumeric(24)),
  'Stripe, restricted': after('rk_live_', alphanumeric(24)),
  'Stripe, a webhook': after('whsec_', alphanumeric(32)),
  'Slack, a bot': after('xoxb-', hexadecimal(40)),
  'Slack, an app': after('xapp-1-', hexadecimal(40)),
  'Slack, a webhook': after('https://hooks.slack.com/services/T0000/B0000/', alphanumeric(24)),
  'AWS, lasting': after('AKIA', upper(16)),
  'AWS, passing': after('ASIA', upper(16)),
  'Google, an API key': after('AIza', alphanumeric(35)),
  'Google, OAuth': after('GOCSPX-', alphanumeric(28)),
  'npm': after('npm_', alphanumeric(36)),
  'OpenAI': after('sk-', alphanumeric(48)),
  'OpenAI, a project': after('sk-proj-', alphanumeric(48)),
  'Anthropic': after('sk-ant-api03-', alphanumeric(80)),
  'Hugging Face': after('hf_', alphanumeric(34)),
  'SendGrid': fc.tuple(alphanumeric(22), alphanumeric(43)).map(([id, rest]) => `SG.${id}.${rest}`),
  'Shopify': after('shpat_', hexadecimal(32)),
  'DigitalOcean': after('dop_v1_', hexadecimal(64)),
  'HashiCorp Vault': after('hvs.', alphanumeric(90)),
  'Docker': after('dckr_pat_', alphanumeric(27)),
  'Telegram': after('123456789:AA', alphanumeric(33)),
  'a PEM private key': after('-----BEGIN RSA PRIVATE KEY-----\n', alphanumeric(64)),
  'a PEM private key without a kind': after('-----BEGIN PRIVATE KEY-----\n', alphanumeric(64)),
  'a private key of PuTTY': after('PuTTY-User-Key-File-3: ', alphanumeric(20)),
  'a PEM private key in base64': alphanumeric(64).map((text) => encoded(`-----BEGIN EC PRIVATE KEY-----\n${text}`)),
  'a JWT': alphanumeric(43).map((text) => `${encoded('{"alg":"ES256"}')}.${encoded('{"sub":"a"}')}.${text}`),
  'a bearer token': after('Bearer ', alphanumeric(24)),
  'a bearer token in a header': after('Authorization: bearer ', alphanumeric(24)),
  'a user name and a password': alphanumeric(12).map((text) => `Basic ${Buffer.from(`ada:${text}`).toString('base64')}`),
  'an address with a password': alphanumeric(12).map((text) => `postgres://ada:${text}@db.example.com/app`),
  'an address with a user': alphanumeric(12).map((text) => `https://${text}@example.com/1`),
  'an address with an access token': alphanumeric(12).map((text) => `https://example.com/?v=1&access_token=${text}`),
  'an address with a key': alphanumeric(12).map((text) => `https://example.com/a?API-Key=${text}`),
  'a path with a token': alphanumeric(12).map((text) => `/a/b?token=${text}`),
  'a signed URL': alphanumeric(40).map((text) => `https://store.example.com/a?sv=1&sig=${text}`),
  'a connection string': alphanumeric(12).map((text) => `Server=db;User Id=ada;Password=${text};Encrypt=true`),
};
const placements: [place: string, put: (secret: string) => unknown][] = [
  ['alone', (secret) => secret],
  ['among words', (secret) => `Use it like this: "${secret}", and tell nobody.`],
  ['in JSON', (secret) => JSON.stringify({ deep: [{ note: secret }] })],
  ['in JSON of JSON', (secret) => JSON.stringify([JSON.stringify({ note: secret })])],
  ['percent-encoded', (secret) => encodeURIComponent(secret)],
  ['with characters of no width', (secret) => `\ufeff${secret.slice(0, 3)}\u200b${secret.slice(3)}`],
];

describe('a value that looks like a secret', () => {
  describe.each(Object.entries(secrets))('of %s', (_what, secret) => {
    it.each(placements)('is found %s, and not repeated', (_place, put) => {
      const check = fc.property(secret, (text) => {
        const found = findingsInSettings({ a: [0, put(text)] });

        expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
          ['/a/1', 'secret_value_in_settings'],
        ]);
        expect(JSON.stringify(found)).not.toContain(text.slice(-10));
      });

      fc.assert(check, { seed: seed(), numRuns: count(200) });
    });
  });

  it('is found as a name, with a pointer to the object that contains the name', () => {
    const secret = mintSecret('ak_live').text;

    const found = findingsInSettings({ a: { [secret]: { token: 1 } } });

    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/a', 'secret_value_in_settings'],
      ['/a/token', 'secret_in_settings'],
    ]);
    expect(JSON.stringify(found)).not.toContain(secret.slice(0, 14));
  });
});

describe('harmless settings', () => {
  it('are tried in more than 200 forms', () => {
    expect(new Set(benignNames).size + new Set(benignValues).size).toBeGreaterThan(200);
  });

  it.each(benignNames)('pass as a name: %s', (text) => {
    expect(findingsInSettings({ [text]: 'x', inside: JSON.stringify({ [text]: 1 }) })).toEqual([]);
  });

  it.each(benignValues)('pass as a value: %s', (text) => {
    expect(findingsInSettings({ a: text, inside: JSON.stringify({ a: text }) })).toEqual([]);
  });
});

describe('the bounds of settings', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  const wrapped = (depth: number): string => JSON.stringify(depth === 0 ? [1] : [wrapped(depth - 1)]);

  it.each([
    ['as deep as they may be', nested(maxDepth), []],
    ['deeper', nested(maxDepth + 1), ['must be nested at most 16 levels deep']],
    ['as many as they may be', { a: Array.from({ length: maxValues - 2 }, () => 0) }, []],
    ['more', { a: Array.from({ length: maxValues - 1 }, () => 0) }, ['must have at most 1000 values']],
    ['as long as they may be', { a: 'é'.repeat((maxBytes - 8) / 2) }, []],
    ['longer', { a: 'é'.repeat((maxBytes - 6) / 2) }, ['must have at most 32768 bytes as JSON']],
    ['JSON as deep in texts as it may be', { a: wrapped(maxTexts - 1) }, []],
    ['JSON deeper in texts', { a: wrapped(maxTexts) }, ['must nest JSON in strings at most 5 levels deep']],
    ['a list', [], ['must be an object']],
    ['a text', '{}', ['must be an object']],
    ['nothing', null, ['must be an object']],
  ])('%s', (_what, value, messages) => {
    const found = findingsInSettings(value);

    expect(found.map(({ message }) => message)).toEqual(messages);
    expect(found.map(({ code }) => code)).toEqual(messages.map(() => 'invalid'));
  });

  // A pattern that restarted at each of these pieces would take time quadratic in the text.
  // oxfmt-ignore
  it.each([
    'eyJaaaaaaaa', 'eyJaaaaaaaa.', '//a:', '//', 'https://', 'bearer ', 'bearer a', 'basic ', '?a', ';password', '%25', '{"\\"', '"\\', '[', '<a', '{{',
    '-----BEGIN A ', 'xoxb-', 'SG.', 'a.', 'hooks.slack.com/', '\u200b', 'ﷺ', ' ', '0123456789abcdef', 'authorization: ', '":', 'a@', '&',
  ])('a text that only repeats the beginning of a secret is checked: %s', (piece) => {
    const text = piece.repeat(Math.floor((maxBytes - 100) / JSON.stringify(piece).length));

    const found = [{ text }, { text: `{"${text}` }, { [text]: 1 }].flatMap((value) => findingsInSettings(value));

    expect(found.filter(({ code }) => code === 'invalid')).toEqual([]);
  });
});

describe('settings are refused', () => {
  it.each([
    ['a name like a secret first', { a: { token: 1 }, b: 'sk_live_0123456789ab' }, 'secret_in_settings'],
    ['then a value like one', { b: 'sk_live_0123456789ab' }, 'secret_value_in_settings'],
    ['then what is wrong besides', [], 'validation_failed'],
  ])('for %s', (_what, value, code) => {
    const errors = findingsInSettings(value, ['settings']);

    const refusal = settingsRefused(errors);

    expect([refusal.code, refusal.status, refusal.details.errors]).toEqual([code, 422, errors]);
    expect(refusal.message).toMatch(/^The input is not valid: \/settings/);
  });
});

interface Rendered {
  value: unknown;
  /** The pointers of names like secrets. */
  pointers: string[];
  /** The depth of nested texts that may be JSON. */
  layers: number;
}

function render(node: Tree, at: string): Rendered {
  // A harmless value is at most JSON in JSON.
  if (node.kind === 'value') return { value: node.value, pointers: [], layers: 2 };
  if (node.kind === 'text') {
    const [layers, write] = node.writing;
    const inner = render(node.tree, '');
    return {
      value: write(inner.value),
      pointers: inner.pointers.length > 0 ? [at] : [],
      layers: inner.layers + layers,
    };
  }
  if (node.kind === 'list') {
    const items = node.items.map((item, index) => render(item, `${at}/${index}`));
    return { value: items.map(({ value }) => value), ...together(items) };
  }
  const members = node.members.map(([text, isSecret, member]) => {
    const pointer = `${at}/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const { value, pointers, layers } = render(member, pointer);
    return { text, value, layers, pointers: isSecret ? [pointer, ...pointers] : pointers };
  });
  return { value: Object.fromEntries(members.map(({ text, value }) => [text, value])), ...together(members) };
}

function together(parts: Pick<Rendered, 'pointers' | 'layers'>[]): Pick<Rendered, 'pointers' | 'layers'> {
  return {
    pointers: parts.flatMap(({ pointers }) => pointers),
    layers: Math.max(0, ...parts.map(({ layers }) => layers)),
  };
}

/** Returns a JSON string with each of its characters escaped. */
function escapedWhole(text: string): string {
  const units = (JSON.parse(text) as string).split('');
  return `"${units.map((unit) => String.raw`\u` + unit.charCodeAt(0).toString(16).padStart(4, '0')).join('')}"`;
}
