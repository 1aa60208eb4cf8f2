import { beforeEach, describe, expect, it } from 'vitest';
import { McpToolCall } from '../../db/models/mcp-tool-call.ts';
import { createClient } from '../../sdk/src/client.ts';
import type { Preferences } from '../../sdk/src/options.ts';
import { agentToken } from '../support/agents.ts';
import type { Said } from './between.ts';
import { pausing } from './pausing.ts';
import { openShop } from './shop.ts';

const { t, link, shop, agent, listOrders, createOrder } = await openShop();
const { id: credentialId } = await agent();
const token = async () => await agentToken(t, { credentialId });

function client(more: Partial<Preferences> = {}) {
  const clock = pausing();
  return { ...createClient({ baseUrl: link.origin, token, clock, ...more }), clock };
}

const problem = (
  code: string,
  status: number,
  headers: Record<string, string> = {},
  more: object = {},
): Said => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ code, status, message: 'Not now.', title: 'No', requestId: 'req-1', ...more }),
});
const busy = problem('rate_limited', 429, { 'retry-after': '7' });
const down = problem('service_unavailable', 503);

beforeEach(() => {
  link.fates.length = 0;
  link.seen.length = 0;
  shop.instead = null;
});

describe('a call that fails temporarily', () => {
  it('is sent again after the delay that the server returns, plus a little more', async () => {
    const { search, clock } = client();
    link.fates.push(busy, down);

    expect((await search()).data.length).toBe(3);
    expect(link.seen.map(({ path }) => path)).toEqual(Array(3).fill('/api/gateway/v1/capabilities/search'));
    const [first = 0, second = 0] = clock.pauses;
    expect(first).toBeGreaterThanOrEqual(7000 + 125);
    expect(first).toBeLessThanOrEqual(7000 + 250);
    expect(second).toBeGreaterThanOrEqual(250);
    expect(second).toBeLessThanOrEqual(500);
  });

  it('is sent again if the connection closes before or after the server executes it', async () => {
    const { search, describe: describeIt, read, toolCall } = client();
    link.fates.push('HUNG_UP_ON', 'ANSWER_LOST');
    expect((await search()).data.length).toBe(3);
    link.fates.push('ANSWER_LOST');
    const { selection } = (await describeIt(listOrders)).selection;
    link.fates.push('ANSWER_LOST', busy);
    expect(await read(listOrders, { selection })).toMatchObject({ kind: 'JSON' });
    link.fates.push('HUNG_UP_ON');
    await expect(toolCall('mtc_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('accepts a date as the delay', async () => {
    const { search, clock } = client();
    const date = new Date(clock.now() + 4000).toUTCString();
    link.fates.push(problem('rate_limited', 429, { 'retry-after': date }));

    await search();

    expect(Math.floor((clock.pauses[0] ?? 0) / 1000)).toBe(4);
  });

  it('is given up after the last retry, with the last error', async () => {
    link.fates.push(down, down, busy);
    await expect(client().search()).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      title: 'No',
      requestId: 'req-1',
      retryAfterSeconds: 7,
    });
    expect(link.seen.length).toBe(3);

    link.fates.push(down);
    await expect(client({ retries: 0 }).search()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(link.seen.length).toBe(4);
  });

  it('is left to the caller if the server returns a long delay', async () => {
    const { search, clock } = client();
    link.fates.push(problem('rate_limited', 429, { 'retry-after': '31' }));

    await expect(search()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 31 });
    expect([link.seen.length, clock.pauses]).toEqual([1, []]);
  });

  it('is no longer awaited once it is aborted', async () => {
    const stop = new AbortController();
    const { search, clock } = client();
    const { wait } = clock;
    clock.wait = async (ms, signal) => {
      stop.abort(new Error('enough'));
      await wait(ms, signal);
    };
    link.fates.push(down);

    await expect(search({}, { signal: stop.signal })).rejects.toThrow('enough');
    expect(link.seen.length).toBe(1);
  });
});

describe('a call that is refused', () => {
  it.each([
    ['internal_error', 500],
    ['provider_error', 502],
    ['provider_timeout', 504],
    ['selection_stale', 409],
    ['insufficient_scope', 403],
  ])('is not sent again for %s', async (code, status) => {
    link.fates.push(problem(code, status));

    await expect(client().search()).rejects.toMatchObject({ code, status });
    expect(link.seen.length).toBe(1);
  });

  it('is not sent again if it may have taken effect', async () => {
    link.fates.push(problem('provider_unavailable', 503, {}, { mayHaveTakenEffect: true }));

    await expect(client().search()).rejects.toMatchObject({ mayHaveTakenEffect: true });
    expect(link.seen.length).toBe(1);
  });

  it('is reported as an unexpected answer if the answer is not from the gateway', async () => {
    const { search } = client();
    link.fates.push({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
    await expect(search()).rejects.toMatchObject({ code: 'unexpected_answer', status: 502 });
    link.fates.push({ status: 200, headers: { 'content-type': 'text/html' }, body: 'Hello' });
    await expect(search()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
    link.fates.push({ status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":' });
    await expect(search()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
    expect(link.seen.length).toBe(3);
  });

  it('follows no redirect, so that the token goes nowhere else', async () => {
    link.fates.push({ status: 307, headers: { location: `${link.origin}/elsewhere` } });

    await expect(client().search()).rejects.toMatchObject({ code: 'unexpected_answer', status: 307 });
    expect(link.seen.map(({ path }) => path)).toEqual(['/api/gateway/v1/capabilities/search']);
  });
});

describe('a missing answer', () => {
  it('is a network failure, reported with the reason from the runtime', async () => {
    const { search, clock } = client();
    link.fates.push('HUNG_UP_ON', 'HUNG_UP_ON', 'HUNG_UP_ON');

    await expect(search()).rejects.toMatchObject({
      code: 'network_failure',
      status: null,
      message: expect.stringMatching(/closed the connection \([A-Z_]+\)\. /),
      mayHaveTakenEffect: null,
    });
    expect(clock.pauses.length).toBe(2);
  });

  it('is a timeout after the set time, and the call is not repeated', async () => {
    link.fates.push('LEFT_WAITING');

    await expect(client({ timeoutMs: 500 }).search()).rejects.toMatchObject({
      code: 'timed_out',
      message: expect.stringContaining('500 ms'),
    });
    expect(link.seen.length).toBe(1);
  });
});

describe('a request whose answer is lost', () => {
  const made = async () =>
    await McpToolCall.query(t.ports.database.knex).where({ credentialId }).resultSize();
  const keys = () => link.seen.map(({ headers }) => headers['idempotency-key']);
  const selected = async () => (await client().describe(createOrder)).selection.selection;
  const lamp = (id: number) => ({ body: { id, item: 'Lamp' } });

  it('is sent again under the same key, and creates one tool call', async () => {
    const selection = await selected();
    const before = await made();
    link.seen.length = 0;
    link.fates.push('ANSWER_LOST', 'HUNG_UP_ON');

    const asked = await client().request(createOrder, { selection, arguments: lamp(1) });

    expect(asked.status).toBe('PENDING');
    expect(await made()).toBe(before + 1);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[\w-]{36}$/);
  });

  it('uses the given key, and otherwise another key for each call', async () => {
    const selection = await selected();
    link.seen.length = 0;
    const { request } = client();
    await request(createOrder, { selection, arguments: lamp(2) }, { idempotencyKey: 'order-2' });
    await request(createOrder, { selection, arguments: lamp(3) });
    await request(createOrder, { selection, arguments: lamp(4) });

    expect(keys()[0]).toBe('order-2');
    expect(new Set(keys()).size).toBe(3);
  });

  it('is reported as possibly effective if no answer arrived', async () => {
    const selection = await selected();
    const order = { selection, arguments: lamp(5) };
    link.fates.push('HUNG_UP_ON');
    await expect(client({ retries: 0 }).request(createOrder, order)).rejects.toMatchObject({
      code: 'network_failure',
      mayHaveTakenEffect: true,
    });
    link.fates.push('LEFT_WAITING');
    await expect(client({ timeoutMs: 500 }).request(createOrder, order)).rejects.toMatchObject({
      code: 'timed_out',
      mayHaveTakenEffect: true,
    });
  });
});
