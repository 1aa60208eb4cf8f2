import { describe, expect, it } from 'vitest';
import { routes } from '../../../adapters/rest/routes.ts';
import { testApp } from '../../support/app.ts';

const t = await testApp();

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'] as const;
const paths = [...new Set(routes.map(({ path }) => path))].map((path) => {
  const own = routes.filter((row) => row.path === path);
  // A HEAD of an export would read every row.
  const allow = own.flatMap(({ method, exported }) =>
    method === 'GET' && !exported ? ['GET', 'HEAD'] : [method],
  );
  return { path, allow };
});

describe.each(paths)('$path', ({ path, allow }) => {
  it.each(methods.filter((method) => !allow.includes(method)))(
    '405: %s, with the allowed methods, before credential and body are checked',
    async (method) => {
      const answer = await t.rest(method, path.replaceAll(/:\w+/g, 'x'), { body: '{' });

      expect(answer).toMatchObject({
        status: 405,
        headers: { 'content-type': 'application/problem+json; charset=utf-8' },
        body: { code: 'method_not_allowed', status: 405, requestId: answer.headers['x-request-id'] },
      });
      expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(allow.toSorted());
    },
  );
});

describe('HEAD', () => {
  it('answers like GET, without a body', async () => {
    const answer = await t.rest('HEAD', '/v1/sandbox/health');

    expect(answer).toMatchObject({ status: 200, body: '' });
  });

  it('405: a path without GET', async () => {
    const answer = await t.rest('HEAD', '/api/auth/sign-in');

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('/graphql', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('405: %s', async (method) => {
    const answer = await t.rest(method, '/graphql', { headers: { accept: 'application/json' } });

    expect(answer).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('POST') } });
  });
});

describe('the paths that are not operations', () => {
  it.each(['/openapi.json', '/openapi.yaml', '/healthz', '/readyz', '/.well-known/jwks.json'])(
    '405: POST %s',
    async (path) => {
      const answer = await t.rest('POST', path, { body: {} });

      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    },
  );
});

describe('an unknown path', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/nothing'],
    ['POST', '/api/console/nothing'],
    ['DELETE', '/v1/sandbox'],
    ['GET', '/v2/sandbox/health'],
    ['GET', '/API/console/members'],
    ['OPTIONS', '/nothing'],
    ['GET', '//healthz'],
    ['GET', `/${'a'.repeat(5000)}`],
  ] as const)('404: %s %s', async (method, path) => {
    const answer = await t.rest(method, path);

    expect(answer).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
      body: { code: 'not_found', status: 404, requestId: answer.headers['x-request-id'] },
    });
  });
});

describe('an invalid path', () => {
  it.each([
    ['/%zz', 400, 'invalid_request'],
    ['/api/console/members/%ff', 400, 'invalid_request'],
    [`/api/console/members/${'a'.repeat(300)}`, 404, 'not_found'],
    ['/%zz?access_token=opaque-but-secret', 400, 'credential_in_url'],
  ])('is rejected in the documented shape, and logged: %s', async (path, status, code) => {
    const answer = await t.rest('GET', path);

    const requestId = answer.headers['x-request-id'];
    expect(answer).toMatchObject({
      status,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' },
      body: { status, code, requestId },
    });
    expect(t.events.at(-1)).toMatchObject({ event: 'request.answered', requestId, status });
    expect(JSON.stringify(t.events.at(-1))).not.toContain('opaque-but-secret');
  });
});
