import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../sdk/src/client.ts';
import { executeApproved } from '../../schema/approvals/approval/execute.ts';
import { agentToken } from '../support/agents.ts';
import { openShop } from './shop.ts';
import { pausing } from './pausing.ts';

const { t, link, shop, approver, agent, toolCalls, listOrders, getOrder, createOrder } = await openShop();
const lamp = { body: { id: 31, item: 'Lamp' } };

async function client(
  bounds: object = {},
  scopes: ('mcp:read' | 'mcp:request')[] = ['mcp:read', 'mcp:request'],
) {
  const { id: credentialId } = await agent({}, bounds);
  const token = async () => await agentToken(t, { credentialId, scopes });
  const clock = pausing();
  return { ...createClient({ baseUrl: link.origin, token, clock }), clock };
}

/** Returns the selection from a description. */
const selected = async (from: Awaited<ReturnType<typeof client>>, id: string) =>
  (await from.describe(id)).selection.selection;

beforeEach(() => {
  shop.asked.length = 0;
  shop.instead = null;
  link.seen.length = 0;
});

describe('search', () => {
  it('finds granted capabilities by words and mode', async () => {
    const { search } = await client();

    const found = await search({ query: 'create order', mode: 'write' });

    expect(found).toEqual({
      data: [
        {
          id: createOrder,
          title: 'Create an order',
          description: expect.any(String),
          mode: 'write',
          provider: expect.toSatisfy((name) => name === null || typeof name === 'string'),
          connections: [{ id: expect.stringMatching(/^conn_/), name: expect.any(String) }],
        },
      ],
      page: { nextCursor: null, hasMore: false },
    });
  });

  it('fetches all pages as they are needed', async () => {
    const { searchAll } = await client();
    const ids: string[] = [];
    const asked: number[] = [];
    for await (const { id } of searchAll({ limit: 2 })) {
      ids.push(id);
      asked.push(link.seen.length);
    }

    expect(ids.toSorted()).toEqual([createOrder, getOrder, listOrders].toSorted());
    expect(asked).toEqual([1, 1, 2]);
  });

  it('reports the errors in its input', async () => {
    const { search } = await client();

    await expect(search({ limit: 0 })).rejects.toMatchObject({
      name: 'SallyportError',
      code: 'validation_failed',
      status: 422,
      title: 'Validation failed',
      message: expect.stringContaining('/limit'),
      requestId: expect.stringMatching(/./),
      errors: [{ pointer: '/limit', code: expect.any(String), message: expect.any(String) }],
    });
    await expect(search({ cursor: 'nowhere' })).rejects.toMatchObject({
      code: 'invalid_cursor',
      status: 400,
    });
  });
});

describe('describing a capability', () => {
  it('returns the schemas, the argument limits, and a selection within bounds', async () => {
    const limit = { pointer: '/body/id', maximum: 100 };
    const granted = await client({ argumentLimits: [limit] });

    const described = await granted.describe(createOrder, { limit: 7 });

    expect(described).toMatchObject({
      capability: { id: createOrder, mode: 'write' },
      inputSchema: { type: 'object' },
      argumentLimits: [{ ...limit, minimum: null, enum: null }],
      selection: { selection: expect.stringMatching(/^sel_/), mode: 'write', maxRows: 7 },
    });
  });

  it('accepts the connection by its id', async () => {
    const { describe: describeIt, search } = await client();
    const connectionId = (await search({ query: 'list orders' })).data[0]?.connections[0]?.id;

    expect(await describeIt(listOrders, { connectionId })).toMatchObject({ connectionId });
    await expect(describeIt(listOrders, { connectionId: 'conn_of_nobody' })).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    });
  });

  it.each(['..', '.', '', 'cap_1/read', 'cap_1?x'])('sends nothing for an invalid id: %j', async (id) => {
    const { describe: describeIt } = await client();

    await expect(describeIt(id)).rejects.toMatchObject({ code: 'invalid_argument', status: null });
    expect(link.seen).toEqual([]);
  });
});

describe('read', () => {
  it('reads the selection within the bounds', async () => {
    const granted = await client();

    const answer = await granted.read(listOrders, {
      selection: await selected(granted, listOrders),
      arguments: { status: 'open' },
      limit: 2,
    });

    expect(answer).toEqual({
      kind: 'JSON',
      data: [
        { id: 1, item: 'Item 1' },
        { id: 2, item: 'Item 2' },
      ],
      cut: {
        reason: 'ROWS',
        shown: 2,
        of: 30,
        pointer: '',
        bytes: expect.any(Number),
        leftOut: [],
        advice: expect.stringContaining('`limit`'),
      },
      removedCount: 0,
      removedPointers: [],
      mismatches: [],
      missingFields: [],
      nextCursor: expect.stringMatching(/^pag_/),
    });
    expect(shop.asked.map(({ path }) => path)).toEqual(['/orders?status=open']);
  });

  it('reads the requested parts, and the next page by its cursor', async () => {
    const granted = await client();
    const selection = await selected(granted, listOrders);
    shop.instead = { status: 200, body: '[{"id":1,"item":"x"}]', headers: { link: '<?page=2>; rel="next"' } };
    const first = await granted.read(listOrders, { selection, fields: ['/id'] });
    await granted.read(listOrders, { selection, cursor: first.nextCursor ?? '' });
    shop.instead = null;

    expect(first).toMatchObject({ data: [{ id: 1 }], nextCursor: expect.stringMatching(/^pag_/) });
    expect(shop.asked.map(({ path }) => path)).toEqual(['/orders', '/orders?page=2']);
    await expect(granted.read(listOrders, { selection, cursor: 'pag_AAAA' })).rejects.toMatchObject({
      code: 'invalid_cursor',
      status: 400,
    });
  });

  it('can describe and read in one call', async () => {
    const { describeAndRead } = await client();

    expect(await describeAndRead(getOrder, { arguments: { orderId: 7 } })).toMatchObject({
      data: { id: 7, item: 'Lamp' },
    });
    expect(await describeAndRead(listOrders, { limit: 1 })).toMatchObject({ cut: { shown: 1 } });
  });

  it('refuses a selection of another capability, as the server does', async () => {
    const granted = await client();

    await expect(
      granted.read(getOrder, { selection: await selected(granted, listOrders) }),
    ).rejects.toMatchObject({ code: 'selection_stale', status: 409 });
  });

  it('reports whether a failing provider may have executed the call', async () => {
    const granted = await client();
    const selection = await selected(granted, listOrders);
    shop.instead = { status: 500 };

    await expect(granted.read(listOrders, { selection })).rejects.toMatchObject({
      code: 'provider_error',
      status: 502,
      mayHaveTakenEffect: expect.any(Boolean),
    });
  });
});

describe('request', () => {
  it('is answered immediately, decided by another person, and its result is awaited', async () => {
    const granted = await client();
    const selection = await selected(granted, createOrder);
    const asked = await granted.request(createOrder, { selection, arguments: lamp, purpose: 'A customer.' });
    const before = shop.asked.length;
    const { wait } = granted.clock;
    // The waiting client moves the clock: first another person decides, then the server executes the call.
    granted.clock.wait = async (ms, signal) => {
      await wait(ms, signal);
      if (granted.clock.pauses.length === 1) await toolCalls.approve(asked.id, approver);
      else await executeApproved(t.ports);
    };

    const done = await granted.settled(asked.id);

    expect(asked).toMatchObject({ status: 'PENDING', capabilityId: createOrder, answer: null });
    expect(before).toBe(0);
    expect(granted.clock.pauses).toEqual([5000, 1000]);
    expect(done).toMatchObject({ id: asked.id, status: 'EXECUTED', answer: { data: { id: 31 } } });
    expect(shop.asked.map(({ method }) => method)).toEqual(['POST']);
    expect(await granted.toolCall(asked.id)).toEqual(done);
  });

  it('ends with the reason after a rejection, which is no error', async () => {
    const granted = await client();
    const selection = await selected(granted, createOrder);
    const { id } = await granted.request(createOrder, { selection, arguments: lamp });
    await toolCalls.reject(id, approver, 'This order is a double one.');

    expect(await granted.settled(id)).toMatchObject({
      status: 'REJECTED',
      reason: 'This order is a double one.',
      answer: null,
    });
  });

  it('is awaited no longer than the given time, and until it is aborted', async () => {
    const granted = await client();
    const selection = await selected(granted, createOrder);
    const { id } = await granted.request(createOrder, { selection, arguments: lamp, expiresInMinutes: 30 });
    const stop = new AbortController();

    await expect(granted.settled(id, { timeoutMs: 12_000 })).rejects.toMatchObject({
      code: 'not_settled',
      message: expect.stringContaining(id),
    });
    expect(granted.clock.pauses).toEqual([5000, 5000, 2000]);
    granted.clock.wait = async (_, signal) => {
      stop.abort(new Error('enough'));
      signal?.throwIfAborted();
    };
    await expect(granted.settled(id, { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('requires its scope', async () => {
    const granted = await client({}, ['mcp:read']);
    const selection = await selected(granted, createOrder);

    await expect(granted.request(createOrder, { selection, arguments: lamp })).rejects.toMatchObject({
      code: 'insufficient_scope',
      status: 403,
    });
    await expect(
      granted.request(createOrder, { selection }, { idempotencyKey: 'a b' }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

describe('a signal', () => {
  it('ends a running call with its reason, and prevents new ones', async () => {
    const { search } = await client();
    const stop = new AbortController();
    link.fates.push('LEFT_WAITING');
    link.itself = async () => {
      stop.abort(new Error('not wanted any more'));
      return null;
    };

    await expect(search({}, { signal: stop.signal })).rejects.toThrow('not wanted any more');
    link.itself = async () => null;
    await expect.poll(() => link.seen.length).toBe(1);
    await expect(search({}, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
    expect(link.seen.length).toBe(1);
  });
});
