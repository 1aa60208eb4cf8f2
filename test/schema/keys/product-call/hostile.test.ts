import { describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { once } from 'node:events';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';

const t = await testApp({}, { isChecked: true, hasReaders: true, instances: 1 });
const everyone = await cast(t);
const text = { type: 'string' };
const inPlace = (place: string, name: string, schema: object) => ({ name, in: place, schema });

/** Publishes one operation, `/a`, with the parameters and other members. */
async function publishing(parameters: object[], members: object = {}, more: object = {}) {
  const responses = {
    200: { description: 'Fine', content: { 'application/json': { schema: { const: 'fine' } } } },
  };
  const post = { operationId: 'post', parameters, responses, ...members };
  return await callable(t, everyone, {
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: { '/a': { get: { operationId: 'get', parameters, responses }, post } },
    ...more,
  });
}

describe('a hostile document', () => {
  it.each(['anyOf', 'oneOf', 'allOf'])(
    'whose references multiply at each level of %s delays no call',
    async (keyword) => {
      const levels = 20;
      const schemas = Object.fromEntries(
        Array.from({ length: levels }, (_, level) => {
          const next = { $ref: `#/components/schemas/d${level + 1}` };
          const inner = { [keyword]: Array.from({ length: 5 }, () => next) };
          return [`d${level}`, level === levels - 1 ? text : inner];
        }),
      );
      const parameters = [inPlace('query', 'x', { $ref: '#/components/schemas/d0' })];
      const { call } = await publishing(parameters, {}, { components: { schemas } });
      const answer = await call('GET', '/a?x=1');

      // The process that checks such a schema is ended, and the call with it.
      expect(answer.status).toBe(503);
      expect((await t.rest('GET', '/healthz')).status).toBe(200);
    },
  );

  it('with an enum of 10,000 values reads a list of 2,000', async () => {
    const items = { enum: Array.from({ length: 10_000 }, (_, index) => `v${index}`) };
    const { call } = await publishing([inPlace('query', 'x', { type: 'array', items })]);

    expect((await call('GET', `/a?${'x=v1&'.repeat(2_000)}`)).status).toBe(200);
    expect((await call('GET', '/a?x=v1&x=none')).status).toBe(422);
  });

  it('names parameters like members that every object inherits', async () => {
    const { call } = await publishing([
      inPlace('query', 'toString', text),
      inPlace('query', 'constructor', text),
      inPlace('header', 'constructor', text),
      inPlace('header', '__PROTO__', { type: 'array', items: text }),
    ]);

    expect(await call('GET', '/a')).toMatchObject({ status: 200, body: 'fine' });
    expect(await call('GET', '/a?constructor=x', { headers: { constructor: 'x' } })).toMatchObject({
      status: 200,
    });
  });

  it.each(['100', '101', '1XX'])(
    'describes an interim answer, %s, which is never the only one',
    async (status) => {
      const responses = { [status]: { description: 'Wait' } };
      const { call } = await publishing([], { responses });

      expect((await call('POST', '/a')).status).toBe(200);
      expect(await call('POST', '/a', { headers: { 'x-sandbox-scenario': 'status_101' } })).toMatchObject({
        status: 422,
        body: { code: 'unknown_scenario' },
      });
    },
  );
});

describe('a hostile request', () => {
  it('with a malformed content type is refused in the documented order', async () => {
    const { call, at } = await publishing([], {
      requestBody: { content: { 'text/plain': { schema: text } } },
    });
    const stranger = await applicationWithKey(t, everyone);
    const headers = { 'content-type': 'x' };
    const unassigned = await call('POST', '/a', { as: stranger.secret, body: 'x', headers });
    const nowhere = await call('POST', '/b', { body: 'x', headers });
    const wrong = await call('POST', '/a', { body: 'x', headers });
    const right = await t.rest('POST', at('/a'), {
      as: stranger.secret,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });

    expect([unassigned, nowhere, wrong, right].map(({ status }) => status)).toEqual([403, 404, 415, 403]);
    expect(wrong.body.detail).toBe('Send `Content-Type: text/plain`.');
  });

  it('that is refused counts once against the quota', async () => {
    const body = {
      required: true,
      content: { 'application/json': { schema: { type: 'object', required: ['a'] } } },
    };
    const { call, send, key, assignment } = await publishing([], { requestBody: body });
    const path = `/applications/${key.applicationId}/assignments/${assignment.id}`;
    await send('PATCH', path, { quota: { limit: 3, period: 'DAY' } });
    const statuses: number[] = [];
    for (const sent of [{}, {}, { a: 1 }, { a: 1 }])
      statuses.push((await call('POST', '/a', { body: sent })).status);

    expect(statuses).toEqual([422, 422, 200, 429]);
  });

  it('with a form of too many fields is refused before they are read', async () => {
    const { call } = await publishing([], {
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(await call('POST', '/a', { body: 'a&'.repeat(90_000), headers })).toMatchObject({
      status: 422,
      body: {
        errors: [{ pointer: '/body', code: 'invalid_form', message: 'must have at most 1000 fields' }],
      },
    });
    expect((await call('POST', '/a', { body: '__proto__=1&constructor=2&a=3', headers })).status).toBe(200);
  });

  it('may send the whole address', async () => {
    const { at, key } = await publishing([]);
    const url = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${key.secret}` };
      const sent = request({ host: url.hostname, port: url.port, path, headers }).end();
      const [answer] = await once(sent, 'response');
      answer.resume();
      return answer.statusCode;
    };

    expect(await ask(`http://localhost${at('/a')}`)).toBe(200);
    expect(await ask(at('/a').replace('products', '%70roducts'))).toBe(404);
  });
});
