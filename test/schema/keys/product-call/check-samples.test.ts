import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { SandboxObject } from '../../../../db/models/sandbox-object.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const shop = await callable(t, everyone, shopDocument);
const { applicationId } = shop.key;
const product = `${shop.slug}@v1`;

const check = async (body: object, as = owner) =>
  await t.rest('POST', `/api/console/applications/${applicationId}/sample-checks`, {
    as,
    workspace,
    body: { product, operationId: 'createOrder', ...body },
  });

describe('second wave §1.4: checkSampleData', () => {
  it('judges samples, executes nothing, and answers a receipt of the kind SAMPLE_CHECK', async () => {
    const { status, body } = await check({ samples: [{ item: 'tea' }, { item: 'rice' }] });

    expect([status, body.valid, body.findings]).toEqual([200, true, []]);
    expect(decodeJwt(body.testReceipt.jws)).toMatchObject({
      kind: 'SAMPLE_CHECK',
      operationId: 'createOrder',
      method: 'POST',
      status: null,
      conformance: { request: true, answer: null },
      via: null,
      keyId: null,
      grants: 'nothing',
    });
    expect(await SandboxObject.query(t.ports.database.knex).where({ applicationId })).toEqual([]);
  });

  it('answers each finding with its pointer, and a receipt that says so', async () => {
    const { body } = await check({ samples: [{ item: 'tea' }, { item: 7, color: 'red' }, null] });

    expect(body.valid).toBe(false);
    expect(body.findings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/samples/1/color',
      '/samples/1/item',
      '/samples/2',
    ]);
    expect(body.testReceipt).toMatchObject({ conformance: { request: false, answer: null } });
  });

  it('is an event without the samples', async () => {
    const { body } = await check({ samples: [{ item: 'a green teapot' }] });
    const query = '{ events(last: 1) { edges { node { type data } } } }';

    const { body: told } = await t.graphql(query, {}, { as: owner, workspace });

    const [{ node }] = told.data.events.edges;
    expect(node).toMatchObject({
      type: 'sandbox.check_completed',
      data: { applicationId, slug: shop.slug, operation: 'createOrder', requestConforms: true },
    });
    expect(JSON.stringify(node)).not.toContain('teapot');
    expect(body.testReceipt.status).toBe('ACTIVE');
  });

  // oxfmt-ignore
  it.each([
    ['an operation without a JSON body',   { operationId: 'listOrders' },                422, 'validation_failed',    '/operationId'],
    ['an unknown operation',               { operationId: 'burnOrders' },                404, 'not_found',            undefined],
    ['a product that is not assigned',     { product: 'other-shop@v1' },                 403, 'product_not_assigned', undefined],
    ['another major',                      { product: `${shop.slug}@v2` },               403, 'product_not_assigned', undefined],
    ['a product without a major',          { product: shop.slug },                       422, 'validation_failed',    '/product'],
    ['no samples',                         { samples: [] },                              422, 'validation_failed',    '/samples'],
    ['more than 100 samples',              { samples: Array.from({ length: 101 }, () => 1) }, 422, 'validation_failed', '/samples'],
  ])('refuses %s', async (_what, body, status, code, pointer) => {
    const answer = await check({ samples: [{ item: 'tea' }], ...body });

    expect([answer.status, answer.body.code, answer.body.errors?.[0].pointer]).toEqual([status, code, pointer]);
  });

  it('answers at most 500 findings', async () => {
    const bad = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field${at}`, at]));

    const { body } = await check({ samples: Array.from({ length: 100 }, () => bad) });

    expect([body.valid, body.findings.length]).toEqual([false, 500]);
  });

  it('needs sandbox:run', async () => {
    const allowed = await check({ samples: [{ item: 'tea' }] }, await everyone.as('SUPPORT'));
    const { status, body } = await check({ samples: [{ item: 'tea' }] }, await everyone.as('VIEWER'));

    expect([status, body.permission]).toEqual([403, 'sandbox:run']);
    expect(allowed.status).toBe(200);
  });
});
