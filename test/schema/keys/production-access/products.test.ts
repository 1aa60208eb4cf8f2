import { describe, expect, it } from 'vitest';
import { ApiProductVersion } from '../../../../db/models/api-product-version.ts';
import { TestReceipt } from '../../../../db/models/test-receipt.ts';
import { newId } from '../../../../schema/values/id.ts';
import { testApp } from '../../../support/app.ts';
import { approvalsOf, askedOf, submission, type Asked } from '../../../support/approvals.ts';
import { count } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const admin = await everyone.as('ADMIN');
const developer = await everyone.as('DEVELOPER');
const approvals = approvalsOf(t, everyone);
const { knex } = t.ports.database;

type Shop = Awaited<ReturnType<typeof callable>>;
const shopping = async () => await callable(t, everyone, shopDocument);
const nameOf = ({ slug }: Shop) => `${slug}@v1`;

const requestBy = async ({ key }: Shop, content: object, as = developer) =>
  await t.rest('POST', `/api/console/applications/${key.applicationId}/production-access/requests`, {
    as,
    workspace,
    body: { ...submission, ...content },
  });

async function asked(shop: Shop, content: object, as = developer): Promise<Asked> {
  const { status, body } = await requestBy(shop, content, as);
  expect(status).toBe(201);
  const { applicationId, approvalRequest } = body;
  return {
    applicationId,
    approvalRequestId: approvalRequest.id,
    subjectDigest: approvalRequest.subjectDigest,
  };
}

async function live({ key, send }: Shop): Promise<string[]> {
  const { data } = await send('GET', `/applications/${key.applicationId}/assignments`);
  const found = data as { environment: string; product: { slug: string }; major: number }[];
  return found
    .filter(({ environment }) => environment === 'LIVE')
    .map(({ product, major }) => `${product.slug}@v${major}`)
    .toSorted();
}

async function receiptOf(shop: Shop): Promise<string> {
  await shop.call('GET', '/orders', { headers: { 'x-sandbox-receipt': '1' } });
  const { data } = await shop.send('GET', `/applications/${shop.key.applicationId}/receipts`);
  return data.at(-1).id;
}

describe('second wave §0.2: the products of production access', () => {
  it('are published ones, named by slug and major version', async () => {
    const shop = await shopping();

    const answers = [
      await requestBy(shop, { requestedProducts: ['payments@v1'] }),
      await requestBy(shop, { requestedProducts: [nameOf(shop), `${shop.slug}@v2`] }),
      await requestBy(shop, { requestedProducts: [shop.slug] }),
      await requestBy(shop, { requestedProducts: [nameOf(shop), nameOf(shop)] }),
    ];

    expect(answers.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [422, '/requestedProducts/0'],
      [422, '/requestedProducts/1'],
      [422, '/requestedProducts/0'],
      [422, '/requestedProducts'],
    ]);
  });

  it('are assigned by the approval, exactly as requested, and by nothing else', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    const both = [nameOf(shop), nameOf(other)];
    const request = await asked(shop, { requestedProducts: both });
    const before = await live(shop);

    await approvals.approve(request, admin);
    const after = await live(shop);
    const assigned = await t.rest('POST', `/api/console/applications/${shop.key.applicationId}/assignments`, {
      as: owner,
      workspace,
      body: { productId: other.product.id, major: 1, environment: 'LIVE' },
    });

    expect([before, after]).toEqual([[], both.toSorted()]);
    expect([assigned.status, assigned.body.code]).toEqual([422, 'validation_failed']);
  });

  it('are replaced by the next approval, which shows what changes', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    await approvals.approve(await asked(shop, { requestedProducts: [nameOf(shop)] }), admin);
    await approvals.suspend(shop.key.applicationId, admin);
    const during = await live(shop);

    await approvals.approve(await asked(shop, { requestedProducts: [nameOf(other)] }), admin);

    expect([during, await live(shop)]).toEqual([[nameOf(shop)], [nameOf(other)]]);
  });

  it('end with a revocation, and one alone by any developer', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    const { applicationId } = shop.key;
    const requestedProducts = [nameOf(shop), nameOf(other)];
    await approvals.approve(await asked(shop, { requestedProducts }), admin);
    const { data } = await shop.send('GET', `/applications/${applicationId}/assignments`);
    const one = data.find(
      (it: { environment: string; product: { id: string } }) =>
        it.environment === 'LIVE' && it.product.id === other.product.id,
    );

    await t.rest('DELETE', `/api/console/applications/${applicationId}/assignments/${one.id}`, {
      as: developer,
      workspace,
    });
    const without = await live(shop);
    await approvals.revoke(applicationId, admin);

    expect([without, await live(shop)]).toEqual([[nameOf(shop)], []]);
  });

  it('409: one person narrows a live assignment, and widens it only by another approval', async () => {
    const shop = await shopping();
    const { applicationId } = shop.key;
    await approvals.approve(await asked(shop, { requestedProducts: [nameOf(shop)] }), admin);
    const { data } = await shop.send('GET', `/applications/${applicationId}/assignments`);
    const { id } = data.find(({ environment }: { environment: string }) => environment === 'LIVE');

    const change = async (body: object) => {
      const path = `/api/console/applications/${applicationId}/assignments/${id}`;
      const answer = await t.rest('PATCH', path, { as: owner, workspace, body });
      return answer.body.code ?? answer.status;
    };

    expect([
      await change({ quota: { limit: 10, period: 'DAY' } }),
      await change({ quota: { limit: 5, period: 'DAY' } }),
      await change({ quota: { limit: 6, period: 'DAY' } }),
      await change({ quota: { limit: 5, period: 'MONTH' } }),
      await change({ quota: null }),
      await change({ operations: ['getCode', 'listOrders'] }),
      await change({ operations: ['getCode'] }),
      await change({ operations: ['getCode', 'getOrder'] }),
      await change({ operations: null }),
    ]).toEqual([
      200,
      200,
      'invalid_transition',
      'invalid_transition',
      'invalid_transition',
      200,
      200,
      'invalid_transition',
      'invalid_transition',
    ]);
  });

  it('can be requested at any time, also for one that was removed', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    const { applicationId } = shop.key;
    await approvals.approve(await asked(shop, { requestedProducts: [nameOf(shop)] }), admin);
    const again = await requestBy(shop, { requestedProducts: [nameOf(shop)] });

    await approvals.approve(await asked(shop, { requestedProducts: [nameOf(shop), nameOf(other)] }), admin);
    const both = await live(shop);
    const { data } = await shop.send('GET', `/applications/${applicationId}/assignments`);
    const { id } = data.find(({ environment }: { environment: string }) => environment === 'LIVE');
    await t.rest('DELETE', `/api/console/applications/${applicationId}/assignments/${id}`, {
      as: owner,
      workspace,
    });
    await approvals.approve(await asked(shop, { requestedProducts: both }), admin);

    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition']);
    expect(await live(shop)).toEqual(both);
  });

  it('409: an approval fails if a product is no longer served, and assigns nothing', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    const request = await asked(shop, { requestedProducts: [nameOf(shop), nameOf(other)] });
    await t.unrecorded(async () => {
      const now = t.clock.now();
      await ApiProductVersion.change(knex, other.version.id, now, { status: 'RETIRED', retiredAt: now });
    });

    const { code, message } = await approvals.approve(request, admin);

    expect([code, await live(shop)]).toEqual(['invalid_transition', []]);
    expect(message).toContain(`${nameOf(other)} is no longer served`);
  });
});

describe('spec §8: sample-data checks and test receipts do not grant production approval', () => {
  it('are evidence only as valid receipts of the application', async () => {
    const [shop, other] = [await shopping(), await shopping()];
    const [mine, foreign, revoked] = [await receiptOf(shop), await receiptOf(other), await receiptOf(shop)];
    await shop.send('POST', `/applications/${shop.key.applicationId}/receipts/${revoked}/revoke`);

    const answers = [];
    for (const id of ['rct_1', foreign, revoked])
      answers.push(await requestBy(shop, { evidenceReceiptIds: [mine, id] }));

    expect(answers.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual(
      answers.map(() => [422, '/evidenceReceiptIds/1']),
    );
    expect((await requestBy(shop, { evidenceReceiptIds: [mine] })).status).toBe(201);
  });

  it('show the approver what they cover', async () => {
    const shop = await shopping();
    const evidenceReceiptIds = [await receiptOf(shop)];
    await asked(shop, { requestedProducts: [nameOf(shop)], evidenceReceiptIds });

    const access = await shop.send('GET', `/applications/${shop.key.applicationId}/production-access`);

    expect(access).toMatchObject({
      evidenceReceiptIds,
      coverage: [
        {
          name: nameOf(shop),
          operations: 5,
          tested: ['listOrders'],
          untested: ['createOrder', 'getOrder', 'deleteOrder', 'getCode'],
        },
      ],
    });
  });

  // Both numbers of receipts meet the same callers and verdicts.
  it('change no decision: the same with none and with 10,000', async () => {
    const outcomes = async (receipts: number) => {
      const shop = await shopping();
      const id = await receiptOf(shop);
      if (receipts > 0) {
        const row = await TestReceipt.query(knex).findById(id).throwIfNotFound();
        const columns = row.toJSON();
        const copies = Array.from({ length: receipts - 1 }, () => ({ ...columns, id: newId('testReceipt') }));
        await t.unrecorded(async () => {
          for (let at = 0; at < copies.length; at += 1_000)
            await TestReceipt.query(knex).insert(copies.slice(at, at + 1_000));
        });
      } else await TestReceipt.query(knex).deleteById(id);
      const evidenceReceiptIds = receipts > 0 ? [id] : [];
      const content = { requestedProducts: [nameOf(shop)], evidenceReceiptIds };
      const first = await asked(shop, content, owner);
      const viewer = await everyone.as('VIEWER');
      const told = [
        await approvals.approve(first, owner),
        await approvals.approve(first, viewer),
        await approvals.reject(first, viewer),
        await approvals.approve({ ...first, subjectDigest: 'a'.repeat(64) }, admin),
        await approvals.requestChanges(first, admin),
      ];
      const again = await approvals.resubmit(shop.key.applicationId, owner, { evidenceReceiptIds });
      const second = askedOf(again);
      told.push(await approvals.approve(second, owner), await approvals.approve(second, admin));
      const stored = await TestReceipt.query(knex)
        .where({ applicationId: shop.key.applicationId })
        .resultSize();
      return {
        told: told.map(({ status, code }) => [status, code]),
        live: (await live(shop)).length,
        stored,
      };
    };
    const many = count(10_000);

    const [without, withMany] = [await outcomes(0), await outcomes(many)];

    expect([without.stored, withMany.stored]).toEqual([0, many]);
    expect(withMany.told).toEqual(without.told);
    expect(without.told).toEqual([
      [403, 'self_approval_forbidden'],
      [403, 'permission_required'],
      [403, 'permission_required'],
      [409, 'subject_changed'],
      [200, undefined],
      [403, 'self_approval_forbidden'],
      [200, undefined],
    ]);
    expect([without.live, withMany.live]).toEqual([0, 0]);
  });
});
