import { describe, expect, it } from 'vitest';
import * as migration from '../../../db/migrations/0017-reviews-and-notices.ts';
import { ApiKey } from '../../../db/models/api-key.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { approvalsOf, askedOf } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');
const { ask, approve, requestFor, suspend } = approvalsOf(t, everyone);

describe('a database from before reviews and notices', () => {
  it('gets the time of each approval, the date of its review, and the pending notices', async () => {
    const [approved, suspended, waiting] = [await ask(developer), await ask(developer), await ask(developer)];
    await approve(approved, owner);
    await approve(suspended, owner);
    t.clock.advance({ minutes: 5 });
    await suspend(suspended.applicationId, owner);
    await approve(askedOf(await requestFor(suspended.applicationId, developer)), owner);
    await suspend(suspended.applicationId, owner);
    const { applicationId, keyId } = await applicationWithKey(t, everyone);
    const keys = `/api/console/applications/${applicationId}/keys`;
    const post = async (path: string, body: object) =>
      (await t.rest('POST', path, { as: owner, workspace, body })).body.id as string;
    await post(`${keys}/${keyId}/successor`, { name: 'next' });
    const create = { environment: 'SANDBOX', scopes: ['read'] };
    const expiring = await post(keys, { ...create, name: 'expiring', expiresOn: '2026-11-30' });
    const expired = await post(keys, { ...create, name: 'expired', expiresOn: '2026-11-30' });
    await ApiKey.change(knex, expired, t.clock.now(), { expiresOn: '2026-11-19' });

    await inTransaction(knex, async (trx) => {
      await migration.down(trx);
      await migration.up(trx);
    });

    const at = '2026-11-20T09:00:00.000Z';
    expect(await accessOf(approved.applicationId)).toEqual([
      at,
      '2027-11-20T09:00:00.000Z',
      '2027-10-21T09:00:00.000Z',
    ]);
    expect(await accessOf(suspended.applicationId)).toEqual(['2026-11-20T09:05:00.000Z', null, null]);
    expect(await accessOf(waiting.applicationId)).toEqual([null, null, null]);
    expect(await noticeOf(expiring)).toEqual(['2026-11-01T00:00:00.000Z', null]);
    expect(await noticeOf(expired)).toEqual([null, null]);
    expect(await noticeOf(keyId)).toEqual([null, '2026-11-20T09:05:00.000Z']);
  });

  it('has an overdue review as approved again when the migration is reverted', async () => {
    const { applicationId } = await ask(developer);
    await knex('productionAccess').where({ applicationId }).update({ status: 'REVIEW_OVERDUE' });

    await inTransaction(knex, async (trx) => await migration.down(trx));
    const status = await knex('productionAccess').where({ applicationId }).first('status');
    await inTransaction(knex, async (trx) => await migration.up(trx));

    expect(status).toEqual({ status: 'APPROVED' });
  });
});

async function accessOf(applicationId: string) {
  const access = await ProductionAccess.query(knex).findOne({ applicationId }).throwIfNotFound();
  return textsOf(access.approvedAt, access.reviewBy, access.reviewNoticeAt);
}

async function noticeOf(id: string) {
  const { expiryNoticeAt, drainCheckAt } = await ApiKey.query(knex).findById(id).throwIfNotFound();
  return textsOf(expiryNoticeAt, drainCheckAt);
}

function textsOf(...moments: (Date | null)[]): (string | null)[] {
  return moments.map((moment) => moment?.toISOString() ?? null);
}
