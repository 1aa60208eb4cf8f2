import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { token } from '../../../support/provider.ts';
import { entriesOf } from '../../../support/trail.ts';
import { readWorld } from './read.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, shop, selected } = await readWorld(t);

describe('a bounded read', () => {
  it('runs a capability with the credential, and forwards nothing of the caller’s request', async () => {
    const { selection } = await selected();
    const { status, body } = await connections.run(selection, { arguments: { status: 'open' } });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { kind: 'JSON', cut: null, removedCount: 0, mismatches: [] },
    });
    expect(body.data).toHaveLength(30);
    expect(shop.asked).toMatchObject([{ method: 'GET', path: '/orders?status=open' }]);
    const { headers = {} } = shop.asked[0] ?? {};
    expect(headers['authorization']).toBe(`Bearer ${token}`);
    expect(Object.keys(headers).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'host',
      'traceparent',
      'user-agent',
    ]);
  });

  it('reports its cut', async () => {
    const { selection } = await selected('listOrders', {}, 20);
    const [all, fewer] = [await connections.run(selection), await connections.run(selection, { limit: 3 })];
    const more = await connections.run(selection, { limit: 1000 });

    expect(all.body.cut).toEqual({
      reason: 'ROWS',
      shown: 20,
      of: 30,
      pointer: '',
      bytes: JSON.stringify(shop.orders).length,
      leftOut: [],
      advice:
        'Continue with `nextCursor` if there is one, raise `limit` within the selection, or request fewer rows with the arguments.',
    });
    expect(fewer.body).toMatchObject({ data: [{ id: 1 }, { id: 2 }, { id: 3 }], cut: { shown: 3 } });
    expect(more.body.cut).toMatchObject({ shown: 20 });
  });

  it('returns the requested fields of an answer that is too large, and otherwise reports what it omits', async () => {
    const { selection } = await selected('getOrder');
    const whole = {
      id: 7,
      item: 'Lamp',
      manual: 'x'.repeat(300_000),
      parts: [{ no: 1, drawing: 'y'.repeat(9) }],
    };
    shop.instead = { status: 200, body: JSON.stringify(whole) };
    const read = async (fields?: string[]) =>
      (await connections.run(selection, { arguments: { orderId: 7 }, ...(fields && { fields }) })).body;
    const { manual: _, ...rest } = whole;

    expect(await read()).toMatchObject({
      data: rest,
      cut: {
        reason: 'BYTES',
        shown: 1,
        of: 1,
        pointer: '/parts',
        bytes: JSON.stringify(whole).length,
        leftOut: [{ pointer: '/manual', bytes: 300_002 }],
        advice: expect.stringContaining('`fields`'),
      },
    });
    expect(await read(['/item', '/parts/no', '/price'])).toMatchObject({
      data: { item: 'Lamp', parts: [{ no: 1 }] },
      cut: null,
      missingFields: ['/price'],
      mismatches: [],
    });
  });

  it.each([[['id']], [['/a~2']], [[]], [Array(51).fill('/id')], ['/id']])(
    'refuses the fields %j',
    async (fields) => {
      const { selection } = await selected();

      expect(await connections.run(selection, { fields })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: expect.stringMatching(/^\/fields/) }] },
      });
      expect(shop.asked).toEqual([]);
    },
  );

  it('contains 8 KiB of a provider’s explanation at most, and says that it is a part', async () => {
    const { selection } = await selected();
    const said = { message: 'Validation Failed', request: { body: 'x'.repeat(20_000), sent: token } };
    shop.instead = { status: 422, body: JSON.stringify(said) };
    const { body } = await connections.run(selection);

    expect(body.provider).toMatchObject({ message: 'Validation Failed', request: { sent: '[removed]' } });
    expect(JSON.stringify(body.provider).length).toBeLessThanOrEqual(8_192);
    expect(body.detail).toMatch(/`provider` has a part of the provider’s explanation/);
  });

  it('checks the arguments against the capability’s own schema before it sends anything', async () => {
    const { selection } = await selected();

    expect(await connections.run(selection, { arguments: { status: 'lost', more: 1 } })).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        errors: [{ pointer: '/arguments/more' }, { pointer: '/arguments/status', code: 'enum' }],
      },
    });
    expect(shop.asked).toEqual([]);
  });

  it('removes the credential from the answer', async () => {
    const { selection } = await selected('whoAmI');
    const { body } = await connections.run(selection);

    expect(body).toMatchObject({
      data: { id: 'account-1', token: '[removed]' },
      removedCount: 1,
      removedPointers: ['/token'],
    });
  });

  it('reports where the answer differs from its description', async () => {
    const { selection } = await selected('getOrder');
    shop.instead = { status: 200, body: '{"id": "seven"}' };
    const { body } = await connections.run(selection, { arguments: { orderId: 7 } });

    expect(body.data).toEqual({ id: 'seven' });
    expect(body.mismatches).toEqual(['/item is required', '/id must be integer']);
  });

  it('is recorded in the audit log, with the actor, the secret and the purpose', async () => {
    const { selection, credentialReferenceId } = await selected();
    await connections.run(selection);

    const opened = (await entriesOf(t, place.workspaceId)).filter(
      ({ action, targets }) => action === 'secret.opened' && targets[0]?.id === credentialReferenceId,
    );
    expect(opened).toMatchObject([
      {
        actor: { kind: 'MEMBER', id: place.owner.memberId },
        changes: { version: 1, purpose: 'run listOrders' },
      },
    ]);
  });

  it('continues the caller’s trace as a child of it', async () => {
    const { selection } = await selected();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await t.rest('POST', '/api/console/connect/capabilities/read', {
      as: place.owner,
      workspace: place.workspaceId,
      headers: {
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
        tracestate: 'vendor=theirs',
        cookie: 'a=b',
      },
      body: { selection },
    });

    const { headers = {} } = shop.asked[0] ?? {};
    expect(headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
    expect([headers['tracestate'], headers['cookie']]).toEqual([undefined, undefined]);
  });
});

describe('concurrent reads', () => {
  it('are limited to fifty per caller on each instance, and do not delay other callers', async () => {
    const { selection, capabilityId, id } = await selected();
    const { promise, resolve } = Promise.withResolvers<void>();
    const admin = await place.as('ADMIN');
    const theirs = await connections.select(capabilityId, id, admin);
    shop.until = promise;
    const caller = `caller ${place.owner.personId}`;
    using taken = new DisposableStack();
    for (const { ports } of t.instances)
      for (let at = 1; at < 50; at += 1) taken.use(ports.places.take(caller, 50));
    const most = t.instances.length;
    const waiting = Array.from({ length: most }, async () => await connections.run(selection));
    await expect.poll(() => shop.asked.length).toBe(most);
    const beyond = [await connections.run(selection), await connections.run(selection)];
    const another = connections.run(theirs, {}, admin);
    await expect.poll(() => shop.asked.length).toBe(most + 1);
    shop.until = null;
    resolve();

    expect(beyond).toMatchObject(Array(2).fill({ status: 429, body: { code: 'rate_limited' } }));
    expect(await another).toMatchObject({ status: 200 });
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
  });
});
