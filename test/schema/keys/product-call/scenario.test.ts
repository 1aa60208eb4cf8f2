import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../../schema/kernel/context.ts';
import { played } from '../../../../schema/keys/product-call/play.ts';
import type { CallAnswer } from '../../../../schema/values/sent-call.ts';
import { createPlaces } from '../../../../server/places.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const item = { type: 'object', required: ['id'], properties: { id: { type: 'string', example: 'o-1' } } };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: {
          200: { description: 'All', ...content({ type: 'array', items: item }) },
          409: { description: 'Conflict', ...content({ const: { reason: 'conflict' } }) },
          429: { description: 'Slow down', ...content({ const: { reason: 'slow' } }) },
          '4XX': { description: 'Wrong', ...content({ const: { reason: 'wrong' } }) },
        },
      },
    },
  },
};
const shop = await callable(t, everyone, document);
const play = async (name: string, path = '/orders') =>
  await shop.call('GET', path, { headers: { 'x-sandbox-scenario': name } });

// A text is the whole body, an object a part of it.
function expected(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(expected);
  if (typeof body !== 'object' || body === null) return body;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(body).map(([key, it]) => [key, expected(it)])),
  );
}

afterEach(() => void vi.useRealTimers());

describe('second wave §1.4: a scenario', () => {
  // oxfmt-ignore
  it.each([
    { name: 'server_error', status: 500, body: { code: 'internal_error', message: 'The scenario server_error.' } },
    { name: 'unavailable',  status: 503, body: { code: 'service_unavailable' }, headers: { 'retry-after': '30' } },
    { name: 'rate_limited', status: 429, body: { reason: 'slow' },              headers: { 'retry-after': '30' } },
    { name: 'status_409',   status: 409, body: { reason: 'conflict' } },
    { name: 'status_418',   status: 418, body: { reason: 'wrong' } },
    { name: 'expired_key',  status: 401, body: { code: 'key_expired' } },
    { name: 'revoked_key',  status: 401, body: { code: 'key_revoked' } },
    { name: 'unknown_fields', status: 200, body: [{ id: 'o-1', unknownField: {} }] },
    { name: 'empty',        status: 200, body: '' },
    { name: 'not_json',     status: 200, body: '<html><body>Bad Gateway</body></html>' },
  ])('$name is answered with $status', async ({ name, status, body, headers = {} }) => {
    const { headers: sent, ...answer } = await play(name);
    const shown = status === 401 ? undefined : name;
    expect(answer).toEqual({ status, body: expected(body) });
    expect(sent).toMatchObject({ ...headers, ...(shown && { 'sallyport-scenario': shown }) });
  });

  it('has the form of every problem where the version describes none', async () => {
    const { headers, body } = await play('server_error');

    expect(body).toEqual({
      type: 'urn:sallyport:problem:internal_error',
      title: 'Internal error',
      status: 500,
      code: 'internal_error',
      detail: 'The scenario server_error.',
      message: 'The scenario server_error.',
      requestId: headers['x-request-id'],
    });
  });

  it.each(['status_200x', 'status_500', 'latency_0s', 'latency_31s', 'Latency_1s', 'toString', ''])(
    '422 unknown_scenario: %o is none, and the answer lists those that are',
    async (name) => {
      const { status, body } = await play(name);

      expect({ status, code: body.code }).toEqual({ status: 422, code: 'unknown_scenario' });
      expect(body.errors[0]).toMatchObject({
        pointer: '/header/x-sandbox-scenario',
        message: expect.stringMatching(/rate_limited.*latency_1s to latency_30s.*status_200.*status_409/),
      });
    },
  );

  it('waits as long as it says, and 20 answers of an application at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { held, ended, wait } = holding();
    for (let call = 0; call < 20; call += 1) held.push(wait('app_1'));

    await expect(wait('app_1')).rejects.toMatchObject({ code: 'rate_limited' });
    held.push(wait('app_2'));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended()).toBe(21);
    expect(await Promise.all(held)).toMatchObject(Array.from({ length: 21 }, () => ({ status: 200 })));
    const again = wait('app_1');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await again).toMatchObject({ status: 200 });
  });

  it('holds nothing for a client that hung up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hangUp = new AbortController();
    const { held, ended, wait } = holding(hangUp.signal);
    for (let call = 0; call < 20; call += 1) held.push(wait('app_1'));
    hangUp.abort();
    await Promise.all(held);

    expect([ended(), vi.getTimerCount()]).toEqual([20, 0]);
    await expect(wait('app_1')).resolves.toMatchObject({ status: 200 });
  });

  it('truncated is cut in its body, and timeout has no answer', async () => {
    const { wait } = holding(AbortSignal.abort());

    expect(await wait('app_1', 'timeout')).toMatchObject({ ending: 'NONE' });
    expect(await wait('app_1', 'truncated')).toMatchObject({ ending: 'CUT', body: '{}' });
  });
});

function holding(hungUp: AbortSignal | null = null) {
  const ctx = { places: createPlaces(), client: { hungUp } } as unknown as Context;
  const held: Promise<CallAnswer>[] = [];
  let ended = 0;
  return {
    held,
    ended: () => ended,
    wait: async (applicationId: string, name = 'latency_30s') => {
      const answer: CallAnswer = { status: 200, headers: {}, body: '{}', conforms: true, ending: 'WHOLE' };
      const changed = await played(ctx, { name, status: null, holdSeconds: 30 }, applicationId, async () =>
        Promise.resolve(answer),
      );
      ended += 1;
      return changed;
    },
  };
}

describe('over a real connection', () => {
  it('truncated ends in the middle of the body', async () => {
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${shop.key.secret}`, 'x-sandbox-scenario': 'truncated' };
    const sent = request(new URL(shop.at('/orders'), url), { headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    const end = await new Promise((resolve) => {
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', resolve)
        .on('end', () => resolve('whole'));
    });

    expect(end).toMatchObject({ code: 'ECONNRESET' });
    expect(answer.statusCode).toBe(200);
    expect(Buffer.concat(chunks).length).toBe(Math.floor(Number(answer.headers['content-length']) / 2));
  });
});
