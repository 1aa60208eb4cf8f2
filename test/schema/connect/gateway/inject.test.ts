import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../../../schema/kernel/request-failure.ts';
import { withCredential, type InjectedCredential } from '../../../../schema/connect/gateway/inject.ts';
import { buildRequest, type BuiltRequest } from '../../../../schema/connect/gateway/request.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';
import { body, operation, parameter } from './operation.ts';

const canary = 'cAnary-0123';
const request: BuiltRequest = {
  method: 'POST',
  url: new URL('https://api.example.com/v1/a?b=1&Api_Key=mine&c=a+b&api%5Fkey=too'),
  headers: { 'x-api-key': 'mine', accept: 'text/plain' },
  body: '{}',
  takesCredential: true,
};

describe('a credential', () => {
  // oxfmt-ignore
  it.each<[string, InjectedCredential, object, string]>([
    ['an API key in a header', { kind: 'API_KEY', in: 'header', parameter: 'X-API-Key', apiKey: canary }, { 'x-api-key': canary, accept: 'text/plain' }, request.url.search],
    ['an API key in the query', { kind: 'API_KEY', in: 'query', parameter: 'api_key', apiKey: 'a b&c=é' }, request.headers, '?b=1&c=a+b&api_key=a%20b%26c%3D%C3%A9'],
    ['a bearer token', { kind: 'BEARER', token: canary }, { ...request.headers, authorization: `Bearer ${canary}` }, request.url.search],
    // RFC 7617 §2.1: the example in UTF-8.
    ['a user name and a password', { kind: 'BASIC', username: 'test', password: '123£' }, { ...request.headers, authorization: 'Basic dGVzdDoxMjPCow==' }, request.url.search],
    ['headers', { kind: 'HEADERS', headers: { 'X-Api-Key': canary, Account: '5' } }, { accept: 'text/plain', 'x-api-key': canary, account: '5' }, request.url.search],
    ['a cookie', { kind: 'API_KEY', in: 'cookie', parameter: 'sid', apiKey: canary }, { ...request.headers, cookie: `sid=${canary}` }, request.url.search],
    ['parts, each in its place', { kind: 'PARTS', parts: [
      { kind: 'API_KEY', in: 'query', parameter: 'b', apiKey: '2' },
      { kind: 'API_KEY', in: 'query', parameter: 'api_key', apiKey: '3' },
      { kind: 'BASIC', username: 'test', password: '123£' },
      { kind: 'API_KEY', in: 'cookie', parameter: 'sid', apiKey: '4' },
      { kind: 'API_KEY', in: 'cookie', parameter: 'app', apiKey: '5' },
    ] }, { ...request.headers, authorization: 'Basic dGVzdDoxMjPCow==', cookie: 'sid=4; app=5' }, '?c=a+b&b=2&api_key=3'],
  ])('is placed where the provider expects it, and replaces any value there: %s', (_what, credential, headers, search) => {
    const before = structuredClone({ ...request, url: request.url.href });

    const sent = withCredential(request, credential);

    expect(sent).toEqual({ ...request, headers, url: new URL(`https://api.example.com/v1/a${search}`) });
    expect({ ...request, url: request.url.href }).toEqual(before);
  });

  it('is not sent to another origin', () => {
    const away = { ...request, takesCredential: false };

    expect(withCredential(away, { kind: 'BEARER', token: canary })).toBe(away);
  });

  // oxfmt-ignore
  it.each<[string, InjectedCredential]>([
    ['a line break',                       { kind: 'BEARER', token: `${canary}\r\nhost: a` }],
    ['no Latin character',                 { kind: 'BEARER', token: `${canary}✓` }],
    ['nothing in it',                      { kind: 'BEARER', token: '' }],
    ['a header of the connection',         { kind: 'API_KEY', in: 'header', parameter: 'Host', apiKey: canary }],
    ['a header that ends the message',     { kind: 'API_KEY', in: 'header', parameter: 'content-length', apiKey: canary }],
    ['a header that is none',              { kind: 'API_KEY', in: 'header', parameter: 'a b', apiKey: canary }],
    ['a cookie',                           { kind: 'HEADERS', headers: { Cookie: canary } }],
    ['a cookie that goes on',              { kind: 'API_KEY', in: 'cookie', parameter: 'sid', apiKey: `${canary}; a=b` }],
    ['a cookie that is none',              { kind: 'API_KEY', in: 'cookie', parameter: 'a=b', apiKey: canary }],
    ['a part that is none',                { kind: 'PARTS', parts: [{ kind: 'BEARER', token: 'a' }, { kind: 'HEADERS', headers: { 'x-a': '' } }] }],
    ['a header without a value',           { kind: 'HEADERS', headers: { 'x-a': '' } }],
    ['a header with two lines',            { kind: 'HEADERS', headers: { 'x-a': `${canary}\nx-b: 1` } }],
    ['a query without a value',            { kind: 'API_KEY', in: 'query', parameter: 'key', apiKey: '' }],
    ['half of a character in the query',   { kind: 'API_KEY', in: 'query', parameter: 'key', apiKey: `${canary}\ud800` }],
    ['a colon in the name',                { kind: 'BASIC', username: `a:${canary}`, password: canary }],
    ['a control character in a password',  { kind: 'BASIC', username: 'a', password: `${canary}\0` }],
    ['half of a character in a password',  { kind: 'BASIC', username: 'a', password: `${canary}\ud800` }],
  ])('is rejected if it cannot be sent, and the error does not contain it: %s', (_what, credential) => {
    const failure = failureOf(() => withCredential(request, credential));

    expect(failure.code).toBe('credential_unusable');
    expect(`${failure.message} ${failure.stack}`).not.toContain('cAnary');
    expect(failure.cause).toBeUndefined();
  });

  it('appears in exactly one place, even if arguments use its name', () => {
    const parameters = [
      parameter('path', 'id'),
      parameter('query', 'more'),
      parameter('query', 'deep', { style: 'deepObject' }),
      parameter('header', 'X-Api-Key'),
      parameter('header', 'X-Other'),
    ];
    const described = operation({
      method: 'POST',
      path: '/a/{id}',
      parameters,
      body: body('application/json'),
    });
    const name = fc.constantFrom('key', 'KEY', 'api_key', 'authorization', 'x-api-key', 'a&key', 'key=x');
    const value = fc.constantFrom('x', 'key=x', '&key=x', 'a\tb', 'Bearer x');
    const args = fc.record({
      id: value,
      more: fc.dictionary(name, value),
      deep: fc.dictionary(name, value),
      'X-Api-Key': value,
      'X-Other': value,
      body: fc.dictionary(name, value),
    });
    const credential = fc.constantFrom<[InjectedCredential, place: string]>(
      [{ kind: 'API_KEY', in: 'query', parameter: 'key', apiKey: canary }, `key,${canary}`],
      [{ kind: 'API_KEY', in: 'header', parameter: 'X-Api-Key', apiKey: canary }, `x-api-key,${canary}`],
      [{ kind: 'BEARER', token: canary }, `authorization,Bearer ${canary}`],
      [{ kind: 'HEADERS', headers: { 'X-Api-Key': canary } }, `x-api-key,${canary}`],
    );
    const check = fc.property(args, credential, (given, [injected, place]) => {
      const plain = buildRequest(described, given, new URL('https://api.example.com/?kept=1'));

      const { method, url, headers, body: text } = withCredential(plain, injected);

      const inUrl = [...url.searchParams].map(String);
      const places = [method, url.pathname, String(text), ...inUrl, ...Object.entries(headers).map(String)];
      expect(places.filter((said) => said.includes(canary))).toEqual([place]);
      const own = (said: string) => said.toLowerCase().startsWith('key,');
      expect(inUrl.filter((said) => place.startsWith('key,') && own(said))).toEqual(
        inUrl.filter((said) => said === place),
      );
      expect(url.origin).toBe('https://api.example.com');
    });

    fc.assert(check, { seed: seed(), numRuns: count(10_000) });
  });
});

function failureOf(work: () => unknown): RequestFailure {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestFailure) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
