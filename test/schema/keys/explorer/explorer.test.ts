import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';
import { explorerWorld } from './explorer.world.ts';

const t = await testApp({ LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000' }, { isChecked: true });
const { everyone, owner, workspace, shop, applicationId, keyId, secret, explore, argumentsOf } =
  await explorerWorld(t);

describe('spec §4: the sandbox explorer', () => {
  it('runs a permitted request through an authenticated, app-scoped path, as the key would', async () => {
    const made = await explore('createOrder', { body: { item: 'tea' } });
    const { id } = JSON.parse(made.body.body);

    const explored = await explore('getOrder', { parameters: { path: { id } } });
    const called = await shop.call('GET', `/orders/${id}`);

    expect([made.status, made.body.status]).toEqual([200, 201]);
    expect(explored.body).toMatchObject({ status: 200, conformance: { request: true, answer: true } });
    expect(JSON.parse(explored.body.body)).toEqual(called.body);
    expect(explored.body.headers['content-type']).toBe('application/json');
  });

  it('gets a receipt by itself', async () => {
    const { body } = await explore('listOrders');

    expect(decodeJwt(body.receipt)).toMatchObject({
      jti: body.receiptId,
      sub: applicationId,
      via: 'EXPLORER',
      keyId,
      status: 200,
      grants: 'nothing',
    });
  });

  it('shows no key, no cookie and no token of the caller', async () => {
    const { headers, body } = await explore('listOrders', { headers: { 'X-Region': 'eu' } });

    const text = JSON.stringify([headers, body]);

    expect(text).not.toContain(secret);
    expect(text).not.toContain(owner.token);
    expect(text).not.toMatch(/ak_sandbox_|set-cookie/i);
    expect(body.curl).toContain('$SANDBOX_KEY');
  });

  it('is an audit entry and an event of the member, without what was sent', async () => {
    await explore('createOrder', { body: { item: 'a blue teapot' } });
    const query = '{ events(last: 1) { edges { node { type actor { id } data } } } }';

    const { body } = await t.graphql(query, {}, { as: owner, workspace });

    const [{ node }] = body.data.events.edges;
    expect(node).toMatchObject({
      type: 'sandbox.explored',
      actor: { id: owner.memberId },
      data: { applicationId, operation: 'createOrder', kind: 'CALL', via: 'EXPLORER', apiKeyId: keyId },
    });
    expect(JSON.stringify(node)).not.toContain('teapot');
  });

  it('writes each parameter in its style', async () => {
    const { body } = await explore('listOrders', {
      parameters: { query: { limit: 3, state: ['new', 'a b'] } },
      headers: { 'x-region': 'eu', Accept: 'application/json' },
    });

    expect(body.status).toBe(200);
    expect(argumentsOf(body.curl)).toEqual([
      '--request',
      'GET',
      `${t.config.sandboxUrl}/v1/sandbox/products/${shop.slug}/v1/orders?limit=3&state=new,a%20b`,
      '--header',
      `Authorization: Bearer ${secret}`,
      '--header',
      'accept: application/json',
      '--header',
      'x-region: eu',
    ]);
  });

  it.each([`it's`, '$(id) `id` $HOME', '"quoted" \\ back', 'two\nlines', '@file', '-x'])(
    'shows a command of curl that sends exactly %j',
    async (item) => {
      const { body } = await explore('createOrder', { body: { item } });

      const sent = argumentsOf(body.curl);

      expect(sent.at(-2)).toBe('--data-raw');
      expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ item });
      expect(body.status).toBe(201);
    },
  );

  it('keeps a value in its path segment', async () => {
    const { body } = await explore('getOrder', { parameters: { path: { id: '../a/b' } } });

    expect(body.curl).toContain(`/v1/orders/..%2Fa%2Fb'`);
    expect(body.status).toBe(422);
  });

  it('plays a scenario', async () => {
    const [slow, wrong, expired, unknown] = await Promise.all(
      ['rate_limited', 'not_json', 'expired_key', 'sunny_day'].map(
        async (scenario) => (await explore('listOrders', { scenario })).body,
      ),
    );

    expect([slow.status, wrong.status, expired.status, unknown.status]).toEqual([429, 200, 401, 422]);
    expect([slow.headers['retry-after'], wrong.conformance.answer]).toEqual(['30', false]);
    expect(decodeJwt(slow.receipt)['scenario']).toBe('rate_limited');
  });

  it('sends null as the body null', async () => {
    const { body } = await explore('createOrder', { body: null });

    expect(argumentsOf(body.curl).slice(-2)).toEqual(['--data-raw', 'null']);
    expect(JSON.parse(body.body).errors[0].pointer).toBe('/body');
  });

  it('writes a form that curl does not change', async () => {
    const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
    const post = {
      operationId: 'post',
      requestBody: { content: form },
      responses: { 204: { description: 'Done.' } },
    };
    const odd = await callable(t, everyone, { ...shopDocument, paths: { '/form': { post } } });
    const how = { of: odd.key.applicationId, product: `${odd.slug}@v1` };

    const { body } = await explore('post', { keyId: odd.key.keyId, body: { 'a&role': 'x y', b: null } }, how);

    expect([body.status, argumentsOf(body.curl).at(-1)]).toEqual([204, 'a%26role=x+y']);
  });

  it('runs once under an Idempotency-Key, and the replay has the receipt without the answer', async () => {
    const headers = { 'idempotency-key': 'explore-once' };
    const send = async () => await explore('createOrder', { body: { item: 'once' } }, { headers });

    const [first, again] = [await send(), await send()];
    const list = await shop.call('GET', '/orders');

    expect(again.body).toEqual({ ...first.body, status: null, headers: {}, body: null });
    expect(list.body.filter(({ item }: { item: string }) => item === 'once')).toHaveLength(1);
  });
});
