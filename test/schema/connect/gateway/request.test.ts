import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../../../schema/kernel/request-failure.ts';
import { buildRequest, needsCredential } from '../../../../schema/connect/gateway/request.ts';
import type { HttpRequest } from '../../../../schema/kernel/ports/descriptions.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';
import { body, operation, parameter } from './operation.ts';

const base = new URL('https://api.example.com/v1');
const built = (said: Partial<HttpRequest>, args: Record<string, unknown> = {}, from = base) =>
  buildRequest(operation(said), args, from);
const path = (template: string, ...names: string[]): Partial<HttpRequest> => ({
  path: template,
  parameters: names.map((name) => parameter('path', name)),
});

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

describe('for any arguments', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '.',
        '/',
        '\\',
        '%',
        '2',
        'e',
        'f',
        ';',
        '?',
        '#',
        '&',
        '=',
        '{',
        '}',
        '@',
        ':',
        '\n',
      ),
    }),
  );

  it('the request goes to the origin of the base with the segments of the template, and its query decodes to the arguments', () => {
    const parameters = [
      parameter('path', 'a'),
      parameter('path', 'b'),
      parameter('path', 'c', { style: 'label' }),
      parameter('path', 'd', { style: 'matrix', explode: true }),
      parameter('query', 'one'),
      parameter('query', 'many'),
      parameter('query', 'deep', { style: 'deepObject', explode: true }),
      parameter('query', 'inJson', { style: 'json' }),
    ];
    const said = { path: '/x/{a}/{b}-{c}/{d}/y', parameters };
    const from = new URL('https://api.example.com:8443/v1/?kept=a%20b');
    const texts = fc.array(text, { minLength: 1, maxLength: 3 });
    const deep = fc.record({ k: text });
    const record = fc.record({
      a: text,
      b: text,
      c: text,
      d: texts,
      one: text,
      many: texts,
      deep,
      inJson: text,
    });
    const refused: unknown[] = [];
    let sent = 0;
    const check = fc.property(record, (args) => {
      const request = attempt(() => built(said, args, from));
      if (request instanceof RequestFailure) {
        refused.push({ ...args, code: request.code });
        return;
      }
      sent += 1;
      const { url } = request;
      expect(url.origin).toBe('https://api.example.com:8443');
      expect(new URL(url.href).href).toBe(url.href);
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(7);
      expect(segments.slice(0, 3)).toEqual(['', 'v1', 'x']);
      expect(decodeURIComponent(segments[3] ?? '')).toBe(args.a);
      expect(segments[6]).toBe('y');
      expect([...url.searchParams]).toEqual([
        ['kept', 'a b'],
        ['one', args.one],
        ...args.many.map((item) => ['many', item]),
        ['deep[k]', args.deep.k],
        ['inJson', JSON.stringify(args.inJson)],
      ]);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
    expect(sent).toBeGreaterThan(count(20_000) / 10);
    // Only empty values, values with a dot and lone surrogates may be refused.
    expect(refused.filter((args) => !/""|\.|%(?:25)*2e|\\ud/i.test(JSON.stringify(args)))).toEqual([]);
    expect(refused.filter((args) => (args as { code: string }).code !== 'argument_unusable')).toEqual([]);
  });

  it('no argument sets another header or ends its own', () => {
    const parameters = ['X-One', 'X-Many'].map((name) => parameter('header', name));
    const codes = new Set(['argument_unusable']);
    const check = fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (one, many) => {
      const request = attempt(() => built({ parameters }, { 'X-One': one, 'X-Many': many }));
      if (request instanceof RequestFailure) {
        codes.add(request.code);
        return;
      }
      expect(request.headers).toEqual({ 'x-one': one, 'x-many': many.join(',') });
      expect(JSON.stringify(request.headers)).not.toMatch(/\\[rn]|\\u00[01]/);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
    expect([...codes]).toEqual(['argument_unusable']);
  });

  it('an error contains no value of an argument', () => {
    const parameters = [
      parameter('path', 'a'),
      parameter('query', 'b', { style: 'pipeDelimited', explode: false }),
      parameter('query', 'c', { style: 'deepObject' }),
      parameter('header', 'd'),
    ];
    const endings = ['', '/..', '|', '][', '\n', '\ud800', '✓'];
    const canary = fc.constantFrom(...endings).map((ending) => `cAnary${ending}`);
    const record = fc.record({
      a: canary,
      b: fc.tuple(canary, canary),
      c: fc.dictionary(canary, canary),
      d: canary,
    });
    const told: (string | null)[] = [];
    const check = fc.property(record, (args) => {
      const request = attempt(() => built({ path: '/{a}', parameters }, args));
      if (request instanceof RequestFailure) told.push(request.message, request.pointer);
    });

    fc.assert(check, { seed: seed(), numRuns: count(5_000) });
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((words) => words?.includes('cAnary'))).toEqual([]);
  });
});

describe('the headers of a request', () => {
  it('are those of the arguments, in lowercase', () => {
    const parameters = [
      parameter('header', 'X-Trace'),
      parameter('header', 'If-Match'),
      parameter('header', 'X-None'),
    ];

    expect(built({ parameters }, { 'X-Trace': 'é\t1', 'If-Match': '"a"', 'X-None': null }).headers).toEqual({
      'x-trace': 'é\t1',
      'if-match': '"a"',
    });
  });

  // oxfmt-ignore
  it.each([
    'Authorization', 'authorization', 'AUTHORIZATION', 'Cookie', 'Set-Cookie', 'Host', 'Content-Length', 'Content-Type', 'Content-Encoding', 'Connection',
    'Transfer-Encoding', 'Proxy-Authorization', 'Proxy-Connection', 'Sec-Fetch-Site', 'Sec-WebSocket-Key', 'X-Forwarded-For', 'X-Forwarded-Host',
    'X-Forwarded', 'Forwarded', 'Via', 'TE', 'Trailer', 'Upgrade', 'Expect', 'Keep-Alive', 'X-Real-IP', 'True-Client-IP', 'Client-IP', 'CF-Connecting-IP',
    'X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-URL', 'X-Rewrite-URL', 'X-Host', 'Accept-Encoding', 'HTTP2-Settings',
    '', 'a b', 'a:b', 'a\r\nb', 'é', 'a,b', ':path',
  ])('exclude each name that no argument may set: %o', (name) => {
    const parameters = [parameter('header', name, { property: 'a/b' })];

    expect(failureOf(() => built({ parameters }, { 'a/b': 'x' }))).toMatchObject({
      code: 'header_not_allowed',
      pointer: '/a~1b',
    });
    expect(built({ parameters }).headers).toEqual({});
  });

  it('are refused if two names differ only in case', () => {
    const parameters = [parameter('header', 'X-A'), parameter('header', 'x-a')];

    expect(failureOf(() => built({ parameters }, { 'X-A': '1', 'x-a': '2' })).code).toBe(
      'header_not_allowed',
    );
  });

  // oxfmt-ignore
  it.each(['a\r\nb', 'a\nb', 'a\rb', 'a\0b', '\x7f', '✓', ' a', 'a ', '\ta', '\ud800'])('are refused if a value would end them or is not Latin-1: %o', (value) => {
    const parameters = [parameter('header', 'X-A')];

    expect(failureOf(() => built({ parameters }, { 'X-A': value })).code).toBe('argument_unusable');
    expect(failureOf(() => built({ parameters }, { 'X-A': [value] })).code).toBe('argument_unusable');
  });
});

describe('the body of a request', () => {
  const post = (contentType: string, value: unknown) =>
    built({ method: 'POST', body: body(contentType) }, { body: value });

  // oxfmt-ignore
  it.each([
    ['application/json',                  { a: [1, 'é'] },          '{"a":[1,"é"]}',             'application/json'],
    ['application/json',                  null,                     'null',                      'application/json'],
    ['application/merge-patch+json',      { a: null },              '{"a":null}',                'application/merge-patch+json'],
    ['application/x-www-form-urlencoded', { a: 'b c', d: [1, '&'] }, 'a=b+c&d=1&d=%26',          'application/x-www-form-urlencoded'],
    ['application/x-www-form-urlencoded', {},                       '',                          'application/x-www-form-urlencoded'],
    ['text/plain',                        'é\n',                    'é\n',                       'text/plain; charset=utf-8'],
  ])('is encoded as %s from %o', (contentType, value, text, type) => {
    expect(post(contentType, value)).toMatchObject({ method: 'POST', body: text, headers: { 'content-type': type } });
  });

  it.each([
    'multipart/form-data',
    'application/xml',
    'application/octet-stream',
    'text/html',
    'application/jsonp',
    'x+json',
    '',
  ])('is refused for an unsupported content type, which the error names: %o', (contentType) => {
    const failure = failureOf(() => post(contentType, 'sEcret'));

    expect(failure.code).toBe('body_not_supported');
    expect(failure.message).toContain(` ${contentType} `);
    expect(failure.message).not.toContain('sEcret');
  });

  it.each([
    ['a form of a text', 'application/x-www-form-urlencoded', 'a'],
    ['a form of a list', 'application/x-www-form-urlencoded', []],
    ['a form of nothing', 'application/x-www-form-urlencoded', null],
    [
      'a form with a field that servers take for another one',
      'application/x-www-form-urlencoded',
      { a: 1, 'a[]': 2 },
    ],
    ['a text of a number', 'text/plain', 1],
    ['a text of half a character', 'text/plain', '\ud800'],
  ])('is refused if it is %s', (_what, contentType, value) => {
    expect(failureOf(() => post(contentType, value))).toMatchObject({
      code: 'argument_unusable',
      pointer: '/body',
    });
  });

  it('is omitted if it is optional and not given', () => {
    const request = built({ method: 'POST', body: body('application/xml', false) });

    expect([request.body, request.headers]).toEqual([undefined, {}]);
  });

  it.each(['GET', 'HEAD'])('is refused for %s', (method) => {
    expect(failureOf(() => built({ method, body: body('application/json') }, { body: 1 })).code).toBe(
      'body_not_supported',
    );
  });
});

describe('an incomplete call', () => {
  it.each([
    ['a path parameter', path('/{a}', 'a'), '/a'],
    ['a query parameter', { parameters: [parameter('query', 'a', { required: true })] }, '/a'],
    ['a header', { parameters: [parameter('header', 'a', { required: true })] }, '/a'],
    ['a body', { method: 'POST', body: body('application/json') }, '/body'],
  ])('is refused, and the error points to the missing argument: %s', (_what, said, pointer) => {
    expect(failureOf(() => built(said))).toMatchObject({ code: 'argument_missing', pointer });
  });

  it('is not completed with inherited properties', () => {
    const parameters = [parameter('query', 'toString'), parameter('header', 'constructor')];

    const { url, headers } = built({ parameters });

    expect([url.search, headers]).toEqual(['', {}]);
  });

  it.each(['TRACE', 'CONNECT', 'get', '', 'GET /'])('is refused if its method is invalid: %o', (method) => {
    expect(failureOf(() => built({ method })).code).toBe('operation_unusable');
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

function attempt<Result>(work: () => Result): Result | RequestFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof RequestFailure) return error;
    throw error;
  }
}

function failureOf(work: () => unknown): RequestFailure {
  const failure = attempt(work);
  if (failure instanceof RequestFailure) return failure;
  throw new Error('It was not refused.');
}
