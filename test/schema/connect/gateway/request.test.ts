import { describe, expect, it } from 'vitest';
import { body, parameter } from './operation.ts';
import { built, failureOf, path } from './request.world.ts';

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
