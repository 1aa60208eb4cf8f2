import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { liveShop } from '../../../support/live-products.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, approver] = [await everyone.as('ADMIN'), await everyone.as('APPROVER')];
const approvals = approvalsOf(t, everyone);
const next = { ...shopDocument, info: { title: 'Shop', version: '1.1.0' } };

type Shop = Awaited<ReturnType<typeof callable>>;

const ask = async ({ product }: Shop, versionId: string, as = owner) =>
  await t.rest('POST', `/api/console/products/${product.id}/versions/${versionId}/activate`, {
    as,
    workspace,
  });
const deactivate = async ({ product }: Shop, versionId: string) =>
  await t.rest('POST', `/api/console/products/${product.id}/versions/${versionId}/deactivate`, {
    as: owner,
    workspace,
  });
const liveOf = async ({ product, send }: Shop): Promise<string[]> => {
  const { data } = await send('GET', `/products/${product.id}/versions`);
  return data
    .filter(({ liveSince }: { liveSince: string | null }) => liveSince !== null)
    .map(({ major, number }: { major: number; number: number }) => `${major}.${number}`);
};
const toDecide = ({ body }: Awaited<ReturnType<typeof ask>>) => ({
  applicationId: '',
  approvalRequestId: body.id,
  subjectDigest: body.subjectDigest,
});

describe('second wave §1.2: a version is live by the decision of a different person', () => {
  it('is asked for with api_products:write and decided with deployments:approve', async () => {
    const shop = await callable(t, everyone, shopDocument);
    const developer = await everyone.as('DEVELOPER');

    const refused = await ask(shop, shop.version.id, developer);
    const asked = await ask(shop, shop.version.id);
    const before = await liveOf(shop);
    const decided = [
      await approvals.approve(toDecide(asked), developer),
      await approvals.approve(toDecide(asked), owner),
      await approvals.approve(toDecide(asked), approver),
    ];

    expect([refused.status, refused.body.permission]).toEqual([403, 'api_products:write']);
    expect(asked).toMatchObject({ status: 201, body: { kind: 'API_PRODUCT_ACTIVATION', status: 'PENDING' } });
    expect(decided.map(({ code }) => code)).toEqual([
      'permission_required',
      'self_approval_forbidden',
      undefined,
    ]);
    expect([before, await liveOf(shop)]).toEqual([[], ['1.1']]);
  });

  it('is decided by nobody who worked on it since the last live version', async () => {
    const shop = await callable(t, everyone, shopDocument);
    const path = `/api/console/products/${shop.product.id}/versions`;
    const draft = await t.rest('POST', path, {
      as: admin,
      workspace,
      body: { document: JSON.stringify(next) },
    });
    await t.rest('POST', `${path}/${draft.body.id}/publish`, { as: owner, workspace });
    const asked = await ask(shop, draft.body.id);

    const byEditor = await approvals.approve(toDecide(asked), admin);
    const byAnother = await approvals.approve(toDecide(asked), approver);

    expect([byEditor.code, byAnother.code]).toEqual(['self_approval_forbidden', undefined]);
  });

  it('409: is asked for once at a time', async () => {
    const shop = await callable(t, everyone, shopDocument);
    const first = await ask(shop, shop.version.id);

    const again = await Promise.all(
      [owner, admin, owner].map(async (as) => await ask(shop, shop.version.id, as)),
    );

    expect(again.map(({ status, body }) => [status, body.code])).toEqual(
      again.map(() => [409, 'invalid_transition']),
    );
    expect(again[0]?.body.detail).toContain(first.body.id);
  });

  it('replaces the live version, and may go back to it', async () => {
    const shop = await liveShop(t, everyone, shopDocument);
    const second = await shop.publish(next);
    const before = await liveOf(shop);

    const asked = await shop.askToActivate(second.id);
    await approvals.approve(toDecide(asked), approver);
    const after = await liveOf(shop);
    const back = await ask(shop, shop.version.id);
    await approvals.approve(toDecide(back), approver);

    expect(asked.body.summary).toContain(
      `Version 1.2 of the API product ${shop.slug} answers live keys, in place of 1.1`,
    );
    expect([before, after, await liveOf(shop)]).toEqual([['1.1'], ['1.2'], ['1.1']]);
  });

  it('409 subject_changed: is not decided if another version became live meanwhile', async () => {
    const shop = await callable(t, everyone, shopDocument);
    const [first, second] = [await ask(shop, shop.version.id), await shop.publish(next)];
    const other = await ask(shop, second.id);
    await approvals.approve(toDecide(other), approver);

    const { code } = await approvals.approve(toDecide(first), approver);

    expect([code, await liveOf(shop)]).toEqual(['subject_changed', ['1.2']]);
  });

  it('ends at once by one person, and a live version is not retired', async () => {
    const shop = await liveShop(t, everyone, shopDocument);
    await shop.publish(next);
    const retire = async () =>
      await t.rest('POST', `/api/console/products/${shop.product.id}/versions/${shop.version.id}/retire`, {
        as: owner,
        workspace,
      });
    const inUse = await retire();

    const ended = await deactivate(shop, shop.version.id);
    const again = await deactivate(shop, shop.version.id);

    expect([inUse.status, inUse.body.code]).toEqual([409, 'in_use']);
    expect([ended.status, ended.body.liveSince, again.status, again.body.code]).toEqual([
      200,
      null,
      409,
      'invalid_transition',
    ]);
    expect((await retire()).status).toBe(200);
  });

  it('409: is no draft, no discarded and no live version', async () => {
    const shop = await liveShop(t, everyone, shopDocument);
    const draft = await shop.send('POST', `/products/${shop.product.id}/versions`, {
      document: JSON.stringify(next),
    });

    const answers = [await ask(shop, draft.id), await ask(shop, shop.version.id)];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'invalid_transition'],
      [409, 'invalid_transition'],
    ]);
  });
});
