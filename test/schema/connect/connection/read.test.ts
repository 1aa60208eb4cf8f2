import { beforeEach, describe, expect, it } from 'vitest';
import { Capability } from '../../../../db/models/capability.ts';
import { Connection } from '../../../../db/models/connection.ts';
import { checkConnections, noteCheck } from '../../../../schema/connect/connection/check.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { importAll } from '../../../support/connectors.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const connections = connectionsOf(t, place);
const shop = await provider();
const { knex } = t.ports.database;
const never = new AbortController().signal;

/** Creates a connection, and selects one of the provider's capabilities through it. */
async function selected(key = 'listOrders', more: Record<string, unknown> = {}, limit?: number) {
  const made = await connections.made(shop, more);
  const capabilityId = await connections.capability(made.connectorId, key);
  return {
    ...made,
    capabilityId,
    selection: await connections.select(capabilityId, made.id, undefined, limit),
  };
}

const typesOf = async (id: string) =>
  (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id).map(({ type }) => type);

beforeEach(() => {
  shop.instead = null;
  shop.asked.length = 0;
  shop.accounts = new Map([[token, 'account-1']]);
});

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

describe('the next page of a read', () => {
  const linked = (page: number) => ({
    status: 200,
    body: '[{"id":1,"item":"x"}]',
    headers: { link: `<${shop.origin}/orders?page=${page}&status=open>; rel="next"` },
  });
  const bad = { status: 400, body: { code: 'invalid_cursor' } };

  it('is read with the cursor of the page before and the same arguments, until there is none', async () => {
    const { selection, capabilityId, id } = await selected();
    const args = { arguments: { status: 'open' } };
    shop.instead = linked(2);
    const first = (await connections.run(selection, args)).body;
    shop.instead = linked(3);
    const second = (await connections.run(selection, { ...args, cursor: first.nextCursor })).body;
    shop.instead = null;
    const anew = await connections.select(capabilityId, id);
    const third = (await connections.run(anew, { ...args, cursor: second.nextCursor })).body;

    expect(shop.asked.map(({ path }) => path)).toEqual([
      '/orders?status=open',
      '/orders?status=open&page=2',
      '/orders?status=open&page=3',
    ]);
    expect([first.nextCursor, third.nextCursor]).toEqual([
      expect.stringMatching(/^pag_[\w-]{60,300}$/),
      null,
    ]);
  });

  it('starts with the rows that did not fit, and continues with the provider’s next page', async () => {
    const { selection } = await selected();
    const pages = [[1, 2, 3, 4, 5], [6]].map((ids) => JSON.stringify(ids.map((id) => ({ id, item: 'x' }))));
    const link = '</orders?page=2&status=open>; rel="next"';
    const args = { arguments: { status: 'open' }, limit: 2, fields: ['/id'] };
    const seen: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      shop.instead = {
        status: 200,
        body: pages[seen.length < 3 ? 0 : 1] ?? '',
        ...(seen.length < 3 && { headers: { link } }),
      };
      const { body } = await connections.run(selection, { ...args, cursor });
      seen.push(body.data.map(({ id }: { id: number }) => id));
      cursor = body.nextCursor;
    }

    expect(seen).toEqual([[1, 2], [3, 4], [5], [6]]);
  });

  it('requires the same fields while rows of this page remain', async () => {
    const { selection } = await selected();
    const { nextCursor: cursor } = (await connections.run(selection, { limit: 2, fields: ['/id'] })).body;

    expect(await connections.run(selection, { limit: 2, cursor })).toMatchObject(bad);
  });

  it('keeps the arguments from the links of earlier pages', async () => {
    const { selection } = await selected();
    let cursor: string | undefined;
    for (const link of ['page=2&status=open', 'page=3&status=open', 'page=4&status=open']) {
      shop.instead = { status: 200, body: '[]', headers: { link: `</orders?${link}>; rel="next"` } };
      cursor = (await connections.run(selection, { cursor })).body.nextCursor;
    }

    expect(shop.asked.map(({ path }) => path)).toEqual([
      '/orders',
      '/orders?status=open&page=2',
      '/orders?status=open&page=3',
    ]);
  });

  it('has a cursor that is bound to its caller, capability, connection and arguments, and that expires', async () => {
    const made = await selected();
    const { selection, capabilityId, id, projectId, connectorId, credentialReferenceId } = made;
    const args = { arguments: { status: 'open' } };
    shop.instead = linked(2);
    const { nextCursor: cursor } = (await connections.run(selection, args)).body;
    const admin = await place.as('ADMIN');
    const theirs = await connections.select(capabilityId, id, admin);
    const beside = await connections.create({ projectId, connectorId, credentialReferenceId });
    const throughAnother = await connections.select(capabilityId, connections.idOf(beside));
    const one = await connections.capability(connectorId, 'getOrder');
    const ofAnother = await connections.select(one, id);
    shop.asked.length = 0;

    expect(await connections.run(theirs, { ...args, cursor }, admin)).toMatchObject(bad);
    expect(await connections.run(throughAnother, { ...args, cursor })).toMatchObject(bad);
    expect(await connections.run(ofAnother, { ...args, cursor })).toMatchObject(bad);
    expect(await connections.run(selection, { cursor })).toMatchObject(bad);
    expect(await connections.run(selection, { arguments: { status: 'closed' }, cursor })).toMatchObject(bad);
    const changed = cursor.slice(0, -6) + (cursor.at(-6) === 'A' ? 'B' : 'A') + cursor.slice(-5);
    for (const other of [
      changed,
      cursor.slice(0, 50),
      'pag_AAAA',
      selection.replace('sel_', 'pag_').slice(0, 3_000),
    ])
      expect(await connections.run(selection, { ...args, cursor: other })).toMatchObject(bad);
    t.clock.advance({ minutes: 16 });
    const later = await connections.select(capabilityId, id);
    expect(await connections.run(later, { ...args, cursor })).toMatchObject(bad);
    expect(shop.asked).toEqual([]);
  });

  it('is refused once the capability has drifted', async () => {
    const drifting = await provider();
    const made = await connections.made(drifting);
    const capabilityId = await connections.capability(made.connectorId, 'listOrders');
    drifting.instead = { status: 200, body: '[]', headers: { link: '<?page=2>; rel="next"' } };
    const { nextCursor: cursor } = (await connections.run(await connections.select(capabilityId, made.id)))
      .body;
    const document = drifting.document.replace('"enum":["open","closed"]', '"enum":["open"]');
    await connections.send('POST', `/connectors/${made.connectorId}/import`, { document });
    await importAll(t);

    const again = await connections.select(capabilityId, made.id);
    expect(await connections.run(again, { cursor })).toMatchObject(bad);
  });

  it('does not exist at another host, and takes only the page from a link to another path', async () => {
    const { selection } = await selected();
    const to = async (link: string) => {
      shop.instead = { status: 200, body: '[]', headers: { link: `<${link}>; rel="next"` } };
      return (await connections.run(selection)).body.nextCursor;
    };
    const evil = await provider();
    expect(await to(`${evil.origin}/orders?page=2`)).toBeNull();
    const cursor = await to('/orders/7?page=2&status=closed');
    shop.asked.length = 0;
    await connections.run(selection, { cursor });

    expect(shop.asked.map(({ path }) => path)).toEqual(['/orders?page=2']);
    expect(evil.asked).toEqual([]);
  });

  it('is available over GraphQL as over REST', async () => {
    const { selection } = await selected();
    shop.instead = linked(2);
    const query = `query ($input: ReadCapabilityInput!) {
      readCapability(input: $input) { data nextCursor missingFields cut { bytes leftOut { pointer bytes } advice } }
    }`;
    const input = { selection, fields: ['/id', '/price'], arguments: { status: 'open' } };
    const read = async (more: object = {}) =>
      await t.graphql(
        query,
        { input: { ...input, ...more } },
        { as: place.owner, workspace: place.workspaceId },
      );
    const { data } = (await read()).body;

    expect(data.readCapability).toMatchObject({ data: [{ id: 1 }], missingFields: ['/price'], cut: null });
    await read({ cursor: data.readCapability.nextCursor });
    expect(shop.asked.at(-1)?.path).toBe('/orders?status=open&page=2');
    expect((await read({ cursor: 'pag_AAAA' })).body.errors[0].extensions.code).toBe('invalid_cursor');
  });
});

describe('a selection', () => {
  const stale = { status: 409, body: { code: 'selection_stale' } };

  it('belongs to its caller', async () => {
    const { selection } = await selected();

    expect(await connections.run(selection, {}, await place.as('ADMIN'))).toMatchObject(stale);
    expect(shop.asked).toEqual([]);
  });

  it('is never authority: a member who may not read is refused with one, too', async () => {
    const { id, capabilityId } = await selected();
    const viewer = await place.as('VIEWER');
    const theirs = await connections.select(capabilityId, id, viewer);

    expect(await connections.run(theirs, {}, viewer)).toMatchObject({
      status: 403,
      body: { permission: 'connections:use' },
    });
  });

  it('expires after fifteen minutes', async () => {
    const { selection } = await selected();
    t.clock.advance({ minutes: 16 });

    expect(await connections.run(selection)).toMatchObject(stale);
  });

  it.each([
    ['changed', (text: string) => `${text.slice(0, -6)}${text.at(-6) === 'A' ? 'B' : 'A'}${text.slice(-5)}`],
    ['cut short', (text: string) => text.slice(0, -1)],
    ['made up', () => 'sel_AAAA'],
  ])('that was %s is rejected', async (_what, change) => {
    const { selection } = await selected();

    expect(await connections.run(change(selection))).toMatchObject(stale);
  });

  it('of a capability that has drifted is rejected until it is described again', async () => {
    const drifting = await provider();
    const made = await connections.made(drifting);
    const capabilityId = await connections.capability(made.connectorId, 'listOrders');
    const selection = await connections.select(capabilityId, made.id);
    const document = drifting.document.replace('"enum":["open","closed"]', '"enum":["open"]');
    await connections.send('POST', `/connectors/${made.connectorId}/import`, { document });
    await importAll(t);

    expect(await connections.run(selection)).toMatchObject(stale);
    const again = await connections.select(capabilityId, made.id);
    expect(await connections.run(again)).toMatchObject({ status: 200 });
  });

  it('of a capability that its provider no longer describes is rejected', async () => {
    const { selection, capabilityId } = await selected();
    await Capability.query(knex).findById(capabilityId).patch({ removedAt: t.clock.now() });

    expect(await connections.run(selection)).toMatchObject(stale);
  });

  it('of a write is refused by a read', async () => {
    const { selection } = await selected('createOrder');

    expect(await connections.run(selection, { arguments: { body: { id: 1, item: 'Lamp' } } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(shop.asked).toEqual([]);
  });

  it('is made only through a connection to the same provider', async () => {
    const { id } = await connections.made(shop);
    const other = await connections.connector(shop);
    const capabilityId = await connections.capability(other, 'listOrders');
    const path = `/capabilities/${capabilityId}?connectionId=${id}`;

    expect(await connections.send('GET', path)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/connectionId' }] },
    });
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

describe('a provider that fails', () => {
  it('is reported as provider_error with its status and explanation, without the secret that was sent', async () => {
    const { selection } = await selected();
    shop.instead = { status: 404, body: `{"message": "a word of theirs", "sent": "${token}"}` };
    const answer = await connections.run(selection);

    expect(answer).toMatchObject({
      status: 502,
      body: {
        code: 'provider_error',
        providerStatus: 404,
        mayHaveTakenEffect: false,
        provider: { message: 'a word of theirs', sent: '[removed]' },
      },
    });
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it('five times in a row is not called by that instance for a while, and its connection is degraded until it recovers', async () => {
    const { id, selection } = await selected();
    shop.instead = { status: 500 };
    const failures = [];
    const [each, served] = [t.instances.length, 5 * t.instances.length];
    for (let turn = 0; turn < served + each; turn += 1)
      failures.push((await connections.run(selection)).body.code);

    expect(failures).toEqual([
      ...Array(served).fill('provider_error'),
      ...Array(each).fill('provider_unavailable'),
    ]);
    expect(shop.asked).toHaveLength(served);
    expect(await connections.read(id)).toMatchObject({
      status: 'DEGRADED',
      health: { isServing: true, lastErrorCode: 'provider_unavailable' },
    });
    shop.instead = null;
    t.clock.advance({ seconds: 31 });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { lastErrorCode: null } });
    expect(await typesOf(id)).toEqual(['connection.created', 'connection.degraded', 'connection.recovered']);
  });

  it('is not called through a disabled connection', async () => {
    const { id, selection } = await selected();
    await connections.act(id, 'disable');

    expect(await connections.run(selection)).toMatchObject({
      status: 409,
      body: {
        code: 'connection_unusable',
        detail: 'This connection does not work: it is disabled. Enable it.',
      },
    });
    expect(shop.asked).toEqual([]);
  });
});

describe('a secret that the provider refuses', () => {
  it('takes the connection out of service if its own test is refused too, until a new secret works', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    shop.accounts.clear();
    const refused = await connections.run(selection);

    expect(refused).toMatchObject({ status: 502, body: { providerStatus: 401 } });
    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { isServing: false, problem: 'CREDENTIAL_REFUSED' },
    });
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });

    const renewed = 'tok-of-a-provider-renewed-0123456789';
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    expect((await connections.act(id, 'test')).body).toMatchObject({
      status: 'ACTIVE',
      health: { isServing: true, problem: null, lastErrorCode: null },
    });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.action_required',
      'connection.recovered',
    ]);
  });

  it('takes a connection without a test out of service at the third refusal in a row, until it has a new value', async () => {
    const { id, selection, credentialReferenceId } = await selected();
    const isServing = async () => (await connections.read(id)).health.isServing;
    const refused = { status: 401, body: '{}' };
    const after = [];
    for (const instead of [refused, refused, null, refused, refused, refused]) {
      shop.instead = instead;
      await connections.run(selection);
      after.push(await isServing());
    }

    expect(after).toEqual([true, true, true, true, true, false]);
    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { problem: 'CREDENTIAL_REFUSED' },
    });
    shop.instead = null;
    shop.asked.length = 0;
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });
    expect(shop.asked).toEqual([]);
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token },
    });
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { problem: null } });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.action_required',
      'connection.recovered',
    ]);
  });

  it('is tested automatically once the reference has a new value', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    shop.accounts.clear();
    await connections.run(selection);
    const renewed = 'tok-of-a-provider-renewed-by-itself-01';
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    await checkConnections(t.ports, never);

    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE', health: { problem: null } });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
  });

  it('is tested again if a call with the old value ends after the new value was written', async () => {
    const { id, selection, credentialReferenceId } = await selected('listOrders', { testedBy: 'whoAmI' });
    const row = await Connection.query(knex).findById(id).throwIfNotFound();
    const renewed = 'tok-of-a-provider-renewed-meanwhile-01';
    shop.accounts.clear();
    shop.accounts.set(renewed, 'account-1');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: renewed },
    });
    const refusal = refuse('provider_error', 'The old one is refused.', { providerStatus: 401 });
    const ctx = createSystemContext(t.ports, 'test', place.workspaceId);
    await ctx.transaction(async (tx) => ({ connection: await noteCheck(tx, row, { refusal }) }));
    const meanwhile = await connections.read(id);
    await checkConnections(t.ports, never);

    expect(meanwhile.status).toBe('ACTION_REQUIRED');
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE' });
    expect(await connections.run(selection)).toMatchObject({ status: 200 });
  });

  it('is not replaced by a secret of another account', async () => {
    const test = { testedBy: 'whoAmI', accountPointer: '/id' };
    const { id, selection, credentialReferenceId } = await selected('listOrders', test);
    await connections.act(id, 'test');
    const theirs = 'tok-of-somebody-else-0123456789abcd';
    shop.accounts.set(theirs, 'account-2');
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: { token: theirs },
    });
    const { body } = await connections.act(id, 'test');

    expect(body).toMatchObject({
      accountId: 'account-1',
      status: 'ACTION_REQUIRED',
      health: { problem: 'ACCOUNT_CHANGED', lastErrorCode: 'provider_identity_changed' },
    });
    expect(await connections.run(selection)).toMatchObject({ body: { code: 'connection_unusable' } });
    expect(await typesOf(id)).toContain('connection.identity_change_blocked');
  });

  it('is never read as the account, because the gateway removes it', async () => {
    const { id } = await selected('listOrders', { testedBy: 'whoAmI', accountPointer: '/token' });

    expect((await connections.act(id, 'test')).body).toMatchObject({ accountId: null, status: 'ACTIVE' });
  });
});

describe('a description that is imported again', () => {
  const again = async (connectorId: string, document: string) => {
    await connections.send('POST', `/connectors/${connectorId}/import`, { document });
    await importAll(t);
  };

  it('does not move an API key to another place', async () => {
    const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' };
    const keyed = await provider({ token: apiKey });
    const secret = { kind: 'API_KEY', secret: { apiKey: token } };
    const { id, connectorId } = await connections.made(keyed, { secret });
    const moved = keyed.document.replace('"in":"header","name":"x-api-key"', '"in":"query","name":"note"');
    await again(connectorId, moved);
    const capabilityId = await connections.capability(connectorId, 'listOrders');
    await connections.run(await connections.select(capabilityId, id));

    expect(moved).not.toBe(keyed.document);
    expect(keyed.asked).toMatchObject([{ path: '/orders', headers: { 'x-api-key': token } }]);
  });

  it('does not turn a test into a write', async () => {
    const changing = await provider();
    const { id, connectorId } = await connections.made(changing, { testedBy: 'whoAmI' });
    await again(connectorId, changing.document.replace('"/me":{"get":', '"/me":{"delete":'));
    const { body } = await connections.act(id, 'test');

    expect(body.health.lastErrorCode).toBe('connection_unusable');
    expect(changing.asked).toEqual([]);
  });
});

describe('the account of a connection', () => {
  it('cannot be read from another place once it is known', async () => {
    const { id, connectorId } = await selected('listOrders', { testedBy: 'whoAmI', accountPointer: '/id' });
    await connections.act(id, 'test');
    const another = { testCapabilityId: await connections.capability(connectorId, 'listOrders') };
    const change = async (parts: object) => await connections.send('PATCH', `/connections/${id}`, parts);

    const refused = { status: 409, body: { code: 'invalid_transition' } };
    expect([await change({ accountPointer: '/name' }), await change(another)]).toMatchObject([
      refused,
      refused,
    ]);
  });
});

describe('the check at creation and every six hours', () => {
  it('tests a new connection immediately, so that a wrong secret is found early', async () => {
    const secret = { kind: 'BEARER', secret: { token: 'tok-that-nobody-gave-out-0123456789' } };
    const { id } = await connections.made(shop, { secret, testedBy: 'whoAmI' });
    await checkConnections(t.ports, never);

    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { problem: 'CREDENTIAL_REFUSED' },
    });
  });

  it('tests a connection automatically', async () => {
    const { id } = await connections.made(shop, { testedBy: 'whoAmI' });
    shop.instead = { status: 503 };
    t.clock.advance({ hours: 6 });
    await checkConnections(t.ports, never);
    await signInAgain(t, place.owner);

    expect(await connections.read(id)).toMatchObject({
      status: 'DEGRADED',
      health: {
        lastErrorCode: 'provider_error',
        nextCheckAt: new Date(t.clock.now().getTime() + 6 * 3_600_000).toISOString(),
      },
    });
    shop.instead = null;
    expect((await connections.act(id, 'test')).body).toMatchObject({ status: 'ACTIVE' });
  });
});
