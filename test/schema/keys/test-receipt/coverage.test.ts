import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { workspaceId: workspace } = everyone;
const asking = { 'x-sandbox-receipt': '1' };

async function shopping() {
  const shop = await callable(t, everyone, shopDocument);
  const { applicationId } = shop.key;
  return {
    ...shop,
    applicationId,
    name: `${shop.slug}@v1`,
    test: async (path: string, headers: Record<string, string> = {}) =>
      await shop.call('GET', path, { headers: { ...asking, ...headers } }),
    covered: async () => {
      const { data } = await shop.send('GET', `/applications/${applicationId}/coverage`);
      return data[0];
    },
  };
}

describe('second wave §1.5: productCoverage', () => {
  it('names the operations with a conforming receipt of the current version, over all', async () => {
    const { name, test, covered, version } = await shopping();
    const before = await covered();

    await test('/orders');
    await test('/orders');

    expect(before).toMatchObject({ operations: 5, tested: [] });
    expect(await covered()).toEqual({
      name,
      version: { id: version.id, major: 1, number: 1 },
      operations: 5,
      tested: ['listOrders'],
      untested: ['createOrder', 'getOrder', 'deleteOrder', 'getCode'],
    });
  });

  it('counts no call without a receipt, no answer that does not conform, and no sample check', async () => {
    const { name, test, call, send, covered, applicationId } = await shopping();

    await call('GET', '/orders');
    await test('/orders', { 'x-sandbox-scenario': 'empty' });
    await test('/orders', { 'x-sandbox-scenario': 'not_json' });
    await test('/code');
    const samples = [{ item: 'tea' }];
    await send('POST', `/applications/${applicationId}/sample-checks`, {
      product: name,
      operationId: 'createOrder',
      samples,
    });

    expect((await covered()).tested).toEqual([]);
  });

  it('counts no revoked receipt, none of a superseded version, and none of another application', async () => {
    const { test, send, publish, covered, applicationId, assign } = await shopping();
    const other = await callable(t, everyone, shopDocument);
    await assign(other.key.applicationId);
    await test('/orders');
    const { data } = await send('GET', `/applications/${applicationId}/receipts`);
    const [mine, others] = [
      await covered(),
      await send('GET', `/applications/${other.key.applicationId}/coverage`),
    ];

    await send('POST', `/applications/${applicationId}/receipts/${data[0].id}/revoke`);
    const revoked = await covered();
    await test('/orders');
    const again = await covered();
    await publish(shopDocument, { requestChecks: 'REPORT' });

    expect([mine, revoked, again, await covered()].map(({ tested }) => tested)).toEqual([
      ['listOrders'],
      [],
      ['listOrders'],
      [],
    ]);
    expect(others.data.map(({ tested }: { tested: string[] }) => tested)).toEqual([[], []]);
  });

  it('names a product that serves no version of the major as one without operations', async () => {
    const { applicationId, slug } = await shopping();
    const query = `query ($applicationId: ID!, $products: [String!]) {
      productCoverage(applicationId: $applicationId, products: $products) { name version { id } operations }
    }`;

    const { body } = await t.graphql(
      query,
      { applicationId, products: [`${slug}@v7`, 'nothing@v1'] },
      { as: everyone.owner, workspace },
    );

    expect(body.data.productCoverage).toEqual([
      { name: `${slug}@v7`, version: null, operations: 0 },
      { name: 'nothing@v1', version: null, operations: 0 },
    ]);
  });
});
