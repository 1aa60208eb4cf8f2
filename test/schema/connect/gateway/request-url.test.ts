import { describe, expect, it } from 'vitest';
import { needsCredential } from '../../../../schema/connect/gateway/request.ts';
import { parameter } from './operation.ts';
import { built, failureOf, path } from './request.world.ts';

describe('the URL of a request', () => {
  // oxfmt-ignore
  it.each([
    ['https://api.example.com',           '/a',        'https://api.example.com/a'],
    ['https://api.example.com/',          '/a/',       'https://api.example.com/a/'],
    ['https://api.example.com/v1/',       '/a',        'https://api.example.com/v1/a'],
    ['https://api.example.com:8443/v1',   '/',         'https://api.example.com:8443/v1/'],
    ['https://api.example.com/v1?t=5#x',  '/a',        'https://api.example.com/v1/a?t=5'],
    ['https://api.example.com',           '//evil.com/a', 'https://api.example.com//evil.com/a'],
    ['https://api.example.com',           '/a:b@c;d=1/é"|%20', 'https://api.example.com/a:b@c;d=1/%C3%A9%22%7C%20'],
  ])('joins the base %s and the path %s: %s', (from, template, expected) => {
    expect(built({ path: template }, {}, new URL(from)).url.href).toBe(expected);
  });

  it('keeps a query parameter of the base, and refuses an argument with another value for it', () => {
    const from = new URL('https://api.example.com/v1?key=5');
    const said = { parameters: [parameter('query', 'key')] };

    expect(built(said, {}, from).url.search).toBe('?key=5');
    expect(built(said, { key: 5 }, from).url.search).toBe('?key=5');
    expect(failureOf(() => built(said, { key: 6 }, from)).code).toBe('argument_unusable');
  });

  it('has each argument in its place', () => {
    const parameters = [
      parameter('path', 'a'),
      parameter('path', 'b', { property: 'b_path', style: 'matrix' }),
      parameter('query', 'b'),
      parameter('query', 'c'),
      parameter('query', 'filter', { style: 'deepObject', explode: true }),
    ];
    const args = { a: 'x y', b_path: 1, b: [1, 2], filter: { d: '&' } };

    const { url } = built(
      { path: '/{a}.json/{b}:do', parameters },
      args,
      new URL('https://api.example.com/?v=1&w=a+b'),
    );

    expect(url.href).toBe('https://api.example.com/x%20y.json/;b=1:do?v=1&w=a+b&b=1&b=2&filter%5Bd%5D=%26');
  });

  // oxfmt-ignore
  it.each([
    ['a/b', 'a%2Fb'], ['?', '%3F'], ['#', '%23'], ['a%2fb', 'a%252fb'], ['\\', '%5C'], ['...', '...'], ['.a', '.a'], ['a..b', 'a..b'],
    ['{a}', '%7Ba%7D'], ['\0', '%00'], ['\r\n', '%0D%0A'], [' ', '%20'], ['é', '%C3%A9'], ['👍', '%F0%9F%91%8D'], ['@:', '%40%3A'],
  ])('encodes a value so that it stays in its segment: %o', (value, expected) => {
    expect(built(path('/a/{a}/b', 'a'), { a: value }).url.pathname).toBe(`/v1/a/${expected}/b`);
  });

  // oxfmt-ignore
  it.each([
    '', '.', '..', '%2e', '%2E%2e', '.%2E', '%252e%252e', '../x', 'x/..', 'x/../y', '..\\x', '..%2fx', '..%5Cx', '%2e%2e%2fx', '..;x', '.;', 'x/./y',
  ])('refuses a value that would leave its segment: %o', (value) => {
    expect(failureOf(() => built(path('/a/{a}/b', 'a'), { a: value }))).toMatchObject({
      code: 'argument_unusable',
      pointer: '/a',
    });
  });

  // oxfmt-ignore
  it.each([
    ['/a/{a}{b}', { a: '.', b: '.' }], ['/a/{a}.', { a: '.' }], ['/a/.{a}', { a: '.' }], ['/a/{a};v=1', { a: '..' }], ['/a/{a}%2e', { a: '.' }],
  ])('refuses values that would leave their segment together with the adjacent text: %s', (template, args) => {
    expect(failureOf(() => built(path(template, ...Object.keys(args)), args)).code).toBe('argument_unusable');
  });

  it('refuses an empty value in label style, which would be a dot', () => {
    const said = { path: '/a/{a}', parameters: [parameter('path', 'a', { style: 'label' })] };

    expect(failureOf(() => built(said, { a: '' })).code).toBe('argument_unusable');
    expect(built(said, { a: 'x' }).url.pathname).toBe('/v1/a/.x');
  });

  // oxfmt-ignore
  it.each(['', 'a', '/a?b', '/a#b', '/a\\b', '/../a', '/a/%2e%2e/b', '/a/..%2fb', '/a/./b', '/a/{b}', '/a/{b', '/a}', '/\ud800', '/a/..;/b'])(
    'refuses a template that does not resolve to its own path: %o', (template) => {
      expect(failureOf(() => built({ path: template })).code).toBe('operation_unusable');
    },
  );

  it.each([
    ['no address by http', 'ftp://api.example.com'],
    ['a user in it', 'https://ada@api.example.com'],
    ['a password in it', 'https://ada:sEcret@api.example.com'],
  ])('refuses a base with %s', (_what, from) => {
    const failure = failureOf(() => built({}, {}, new URL(from)));

    expect(failure.code).toBe('operation_unusable');
    expect(failure.message).not.toContain('sEcret');
  });
});

describe('the names of query parameters', () => {
  const exploded = parameter('query', 'more');
  const limit = parameter('query', 'limit');

  it.each([
    ['a member with the name of a parameter', [limit, exploded], { limit: 1, more: { limit: 1000 } }],
    ['the same where that one is not given', [limit, exploded], { more: { limit: 1000 } }],
    [
      'brackets in the name of a parameter',
      [parameter('query', 'f[a]'), parameter('query', 'f', { style: 'deepObject' })],
      { f: { a: 1 } },
    ],
    ['members of two', [parameter('query', 'a'), parameter('query', 'b')], { a: { x: 1 }, b: { x: 2 } }],
    ...[
      'limit[]',
      'limit[0]',
      'Limit',
      ' limit',
      'limit ',
      'limit\0x',
      'LIMIT[a][b]',
      '[limit]',
      'limit]',
      'limit[\n]',
    ].map((name): [string, (typeof limit)[], Record<string, unknown>] => [
      `what servers take for its name: ${JSON.stringify(name)}`,
      [limit, exploded],
      { limit: 1, more: { [name]: 1000 } },
    ]),
  ])('must not collide: %s', (_what, parameters, args) => {
    expect(failureOf(() => built({ parameters }, args)).code).toBe('argument_unusable');
  });

  it('must not collide with the connection’s address, unless the value is the same', () => {
    const from = new URL('https://api.example.com/?limit=1&limit=2');

    expect(built({ parameters: [limit] }, { limit: [1, 2] }, from).url.search).toBe('?limit=1&limit=2');
    expect(failureOf(() => built({ parameters: [limit] }, { limit: 3 }, from)).pointer).toBe('/limit');
    for (const name of ['limit', 'limit[]', 'Limit'])
      expect(failureOf(() => built({ parameters: [exploded] }, { more: { [name]: 3 } }, from)).pointer).toBe(
        '/more',
      );
  });

  it('may have the same beginning, or the same base name if the description declares them', () => {
    const [page, size] = [parameter('query', 'page[number]'), parameter('query', 'page[size]')];

    expect(built({ parameters: [limit, exploded] }, { more: { limits: 1, limit_by: 2 } }).url.search).toBe(
      '?limits=1&limit_by=2',
    );
    expect(built({ parameters: [page, size] }, { [page.property]: 1, [size.property]: 2 }).url.search).toBe(
      '?page%5Bnumber%5D=1&page%5Bsize%5D=2',
    );
  });
});

describe('an operation on another server', () => {
  const from = new URL('https://api.example.com/v1?tenant=5');

  it('of the same origin gets the credential, and the query of the connection’s address', () => {
    const request = built({ server: 'https://api.example.com/v2' }, {}, from);

    expect([request.url.href, request.takesCredential]).toEqual([
      'https://api.example.com/v2/things?tenant=5',
      true,
    ]);
  });

  it.each([
    ['/v2', 'https://api.example.com/v2/things?tenant=5'],
    ['/', 'https://api.example.com/things?tenant=5'],
    ['//evil.example/v2', 'https://api.example.com//evil.example/v2/things?tenant=5'],
    ['/@evil.example', 'https://api.example.com/@evil.example/things?tenant=5'],
  ])('that is given as a path stays on the account’s own origin: %s', (server, href) => {
    const request = built({ server }, {}, from);

    expect([request.url.href, request.takesCredential]).toEqual([href, true]);
  });

  // oxfmt-ignore
  it.each(['https://files.example.com', 'http://api.example.com/v1', 'https://api.example.com:8443', 'https://api.example.com.evil.com', 'https://[::1]'])(
    'of another origin is refused if the operation needs a credential: %s', (server) => {
      expect(failureOf(() => built({ server, security: [['key'], ['other']] }, {}, from)).code).toBe('origin_not_allowed');
    },
  );

  it.each([[[]], [[['key'], []]]])(
    'of another origin is called without a credential if the operation needs none: %j',
    (security) => {
      const request = built({ server: 'https://files.example.com/x/', security }, {}, from);

      expect([request.url.href, request.takesCredential]).toEqual([
        'https://files.example.com/x/things',
        false,
      ]);
    },
  );

  it.each(['', 'files.example.com', 'ftp://api.example.com', 'https://ada:b@api.example.com'])(
    'with an unusable address is refused: %o',
    (server) => {
      expect(failureOf(() => built({ server, security: [] }, {}, from)).code).toBe('operation_unusable');
    },
  );

  it('needs a credential if each of its security alternatives does', () => {
    const needs = [[], [[]], [['a'], []], [['a']], [['a', 'b'], ['c']]].map((security) =>
      needsCredential({ security }),
    );

    expect(needs).toEqual([false, false, false, true, true]);
  });
});
