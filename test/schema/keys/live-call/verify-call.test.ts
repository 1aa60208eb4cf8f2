import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { forgeriesIn } from '../../../support/forgeries.ts';
import { serviceCredential } from '../../../support/instance.ts';
import { liveShop } from '../../../support/live-products.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const forgeries = forgeriesIn(t);
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const verify = async (body: object) =>
  await t.rest('POST', '/v1/keys/verify', { as: serviceCredential, body });

type Shop = Awaited<ReturnType<typeof liveShop>>;
const calling = ({ slug, live }: Shop, call: object = {}) => ({
  key: live.secret,
  product: slug,
  major: 1,
  method: 'GET',
  path: '/orders',
  ...call,
});

describe('second wave §1.6: POST /v1/keys/verify with a call', () => {
  it('tells product, version, operation, scopes and the quota left', async () => {
    const shop = await liveShop(t, everyone, shopDocument);

    const answers = [
      await verify(calling(shop)),
      await verify(calling(shop, { path: '/orders/a%20b' })),
      await verify(calling(shop, { method: 'POST' })),
    ];

    expect(answers.map(({ status, body }) => [status, body.valid, body.operationId])).toEqual([
      [200, true, 'listOrders'],
      [200, true, 'getOrder'],
      [200, true, 'createOrder'],
    ]);
    expect(answers[0]?.body).toEqual({
      valid: true,
      code: 'valid',
      message: null,
      keyId: shop.live.id,
      workspaceId: workspace,
      applicationId: shop.applicationId,
      environment: 'LIVE',
      scopes: ['read', 'write'],
      product: shop.slug,
      version: '1.1',
      operationId: 'listOrders',
      quota: null,
    });
  });

  it('counts one call against the quota, and none that is refused before', async () => {
    // Instances learn of the calls of the others within a second.
    const alone = await testApp({}, { isChecked: true, instances: 1 });
    const shop = await liveShop(alone, await cast(alone), shopDocument);
    const { id } = await shop.liveAssignment();
    const path = `/applications/${shop.applicationId}/assignments/${id}`;
    await shop.send('PATCH', path, { quota: { limit: 2, period: 'DAY' } });

    const codes: unknown[] = [];
    for (const call of [{}, { path: '/nothing' }, {}, {}]) {
      const body = calling(shop, call);
      const answer = await alone.rest('POST', '/v1/keys/verify', { as: serviceCredential, body });
      codes.push([answer.body.code, answer.body.quota?.left]);
    }

    expect(codes).toEqual([
      ['valid', 1],
      ['not_found', undefined],
      ['valid', 0],
      ['quota_exceeded', undefined],
    ]);
  });

  it('says why: scope, assignment, version, path and method, in this order', async () => {
    const shop = await liveShop(t, everyone, shopDocument, { scopes: ['read'] });
    const other = await callable(t, everyone, shopDocument);
    const { id } = await shop.liveAssignment();
    await shop.send('PATCH', `/applications/${shop.applicationId}/assignments/${id}`, {
      operations: ['listOrders', 'getOrder'],
    });

    const answers = [
      await verify(calling(shop, { method: 'POST', product: other.slug })),
      await verify(calling(shop, { product: other.slug })),
      await verify(calling(shop, { major: 2 })),
      await verify(calling(shop, { path: '/nothing' })),
      await verify(calling(shop, { path: '/code' })),
      await verify(calling(shop, { path: '/code', method: 'HEAD' })),
      await verify({ ...calling(shop), key: shop.key.secret }),
    ];

    expect(answers.map(({ body: { valid, code } }) => [valid, code])).toEqual([
      [false, 'insufficient_scope'],
      [false, 'product_not_assigned'],
      [false, 'product_not_assigned'],
      [false, 'not_found'],
      [false, 'product_not_assigned'],
      [false, 'product_not_assigned'],
      [false, 'wrong_environment'],
    ]);
    for (const { body } of answers) {
      expect(body.message.length).toBeGreaterThan(20);
      expect(body).toMatchObject({ product: null, version: null, operationId: null, quota: null });
    }
  });

  it.each([
    '/orders/..',
    '/orders/%2e%2E',
    '/orders/.',
    '/orders/%',
    '/orders/%ff',
    '/orders/7%2Fitems',
    '/orders/..;a=b',
    '/orders/%00',
    '/orders/a b',
    '/orders/é',
    '/orders/\n',
    '/orders/a\\b',
  ])('422: knows no path that servers read in different ways: %j', async (path) => {
    const { status, body } = await verify({ key: 'x', product: 'shop', major: 1, method: 'GET', path });

    expect([status, body.errors[0].pointer]).toEqual([422, '/path']);
  });

  it('judges by the live version, and not by the newest published one', async () => {
    const shop = await liveShop(t, everyone, shopDocument);
    const more = {
      '/teas': { get: { operationId: 'listTeas', responses: { 200: { description: 'All.' } } } },
    };
    const second = await shop.publish({ ...shopDocument, paths: { ...shopDocument.paths, ...more } });
    const code = async () => (await verify(calling(shop, { path: '/teas' }))).body.code;
    const before = await code();

    await shop.activate(second.id);

    expect([before, await code()]).toEqual(['not_found', 'valid']);
  });

  it('ends at once with the assignment, the version, production access, the key and the application', async () => {
    const code = async (shop: Shop) => (await verify(calling(shop))).body.code;
    const ends: [string, (shop: Shop) => Promise<unknown>][] = [
      [
        'product_not_assigned',
        async ({ applicationId, liveAssignment }) => {
          const path = `/api/console/applications/${applicationId}/assignments/${(await liveAssignment()).id}`;
          return await t.rest('DELETE', path, { as: owner, workspace });
        },
      ],
      [
        'not_found',
        async ({ send, product, version }) =>
          await send('POST', `/products/${product.id}/versions/${version.id}/deactivate`),
      ],
      [
        'production_access_suspended',
        async ({ approvals, applicationId, admin }) => await approvals.suspend(applicationId, admin),
      ],
      [
        'key_revoked',
        async ({ send, applicationId, live }) =>
          await send('POST', `/applications/${applicationId}/keys/${live.id}/revoke`),
      ],
      [
        'application_suspended',
        async ({ send, applicationId }) =>
          await send('POST', `/applications/${applicationId}/suspend`, {
            reason: 'Keys were found in a paste.',
          }),
      ],
    ];
    const codes = [];
    for (const [, end] of ends) {
      const shop = await liveShop(t, everyone, shopDocument);
      const before = await code(shop);
      await end(shop);
      codes.push([before, await code(shop)]);
    }

    expect(codes).toEqual(ends.map(([after]) => ['valid', after]));
  });

  it('422: takes a whole call or none', async () => {
    const shop = await liveShop(t, everyone, shopDocument);

    const answers = [
      await verify({ key: shop.live.secret, product: shop.slug }),
      await verify(calling(shop, { path: 'orders' })),
      await verify(calling(shop, { path: '/orders?limit=1' })),
      await verify(calling(shop, { method: 'get' })),
    ];

    expect(
      answers.map(({ status, body }) => [
        status,
        body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ]),
    ).toEqual([
      [422, ['/major', '/method', '/path']],
      [422, ['/path']],
      [422, ['/path']],
      [422, ['/method']],
    ]);
  });

  it('says integrity_check_failed if the row of the activation was forged', async () => {
    const shop = await liveShop(t, everyone, shopDocument);
    const second = await shop.publish({ ...shopDocument, info: { title: 'Shop', version: '2' } });
    const { id } = await t.ports.database
      .knex('productActivation')
      .where({ productId: shop.product.id })
      .first();
    await forgeries.forge('productActivation', id, { versionId: second.id });

    expect((await verify(calling(shop))).body.code).toBe('integrity_check_failed');
  });
});
