import { beforeEach, describe, expect, it } from 'vitest';
import { reviewAccess } from '../../../../schema/keys/production-access/review.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { serviceCredential } from '../../../support/instance.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const other = await anotherInstance(t);
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const security = await everyone.as('SECURITY_ADMINISTRATOR');
const { ask, approve, reject, requestChanges, cancel, resubmit, requestFor, suspend, revoke } = approvalsOf(
  t,
  everyone,
);

const start = '2026-11-20T09:00:00.000Z';
const reviewBy = '2027-11-20T09:00:00.000Z';
const day = 24 * 3_600_000;

/** Moves to this many days before the review is due, and signs all members in again. */
async function goTo(daysBefore: number): Promise<void> {
  await at(new Date(Date.parse(reviewBy) - daysBefore * day).toISOString());
}

async function at(time: string): Promise<void> {
  t.clock.set(time);
  await signInAgain(t, owner, admin, developer, security);
}

beforeEach(async () => {
  await knex('productionAccess').update({ reviewNoticeAt: null });
  await at(start);
});

async function approved(): Promise<Asked> {
  const asked = await ask(developer);
  await approve(asked, admin);
  return asked;
}

async function overdue(): Promise<Asked> {
  const asked = await approved();
  await goTo(0);
  await reviewAccess(t.ports);
  return asked;
}

const pathOf = (applicationId: string) => `/api/console/applications/${applicationId}`;
const accessOf = async ({ applicationId }: Asked) =>
  (await t.rest('GET', `${pathOf(applicationId)}/production-access`, { as: owner, workspace })).body;
const makeLive = async ({ applicationId }: Asked, name = 'live') =>
  await t.rest('POST', `${pathOf(applicationId)}/keys`, {
    as: owner,
    workspace,
    body: { name, environment: 'LIVE', scopes: ['read'] },
  });
const verdict = async ({ body: { secret } }: { body: { secret: string } }) =>
  (await t.rest('POST', '/v1/keys/verify', { as: serviceCredential, body: { key: secret } })).body.code;

/** Returns the review events of one application: the last part of the type, and the days left. */
async function toEventData({ applicationId }: Asked) {
  const events = await eventsOf(t, workspace);
  return events
    .filter(({ type, data }) => type.includes('.review_') && data['applicationId'] === applicationId)
    .map(({ type, data }) => [type.split('.').at(-1), data['daysLeft'] ?? null]);
}

describe('spec §3: approved production access', () => {
  it('reports its date, and is due for review 365 days later', async () => {
    const access = await accessOf(await approved());

    expect(access).toMatchObject({ status: 'APPROVED', approvedAt: start, reviewBy });
  });

  it('is due for review after the days that the operator sets', async () => {
    const shorter = await testApp({ PRODUCTION_ACCESS_REVIEW_DAYS: '90' });
    const people = await cast(shorter);
    const { workspaceId } = people;
    const approvals = approvalsOf(shorter, people);
    const asked = await approvals.ask(await people.as('DEVELOPER'));
    await approvals.approve(asked, people.owner);

    const answer = await shorter.rest('GET', `${pathOf(asked.applicationId)}/production-access`, {
      as: people.owner,
      workspace: workspaceId,
    });

    expect(answer.body).toMatchObject({ reviewBy: '2027-02-18T09:00:00.000Z' });
  });

  it('is announced 30, 7 and 1 days before, once each, by whichever instance checks and however often', async () => {
    const asked = await approved();
    const seen: unknown[] = [];

    for (const days of [30.001, 30, 29, 7.001, 7, 1, 0.5]) {
      await goTo(days);
      await Promise.all([reviewAccess(t.ports), reviewAccess(other.ports)]);
      await reviewAccess(t.ports);
      seen.push((await toEventData(asked)).length);
    }

    expect(seen).toEqual([0, 1, 1, 1, 2, 3, 3]);
    expect(await toEventData(asked)).toEqual([
      ['review_due', 30],
      ['review_due', 7],
      ['review_due', 1],
    ]);
    expect(await accessOf(asked)).toMatchObject({ status: 'APPROVED', rowVersion: 3 });
  });

  it('is announced once after weeks without a check, with the days left', async () => {
    const asked = await approved();
    await goTo(3.5);

    await reviewAccess(t.ports);
    await reviewAccess(t.ports);
    await goTo(1);
    await reviewAccess(t.ports);

    expect(await toEventData(asked)).toEqual([
      ['review_due', 4],
      ['review_due', 1],
    ]);
  });

  it('cannot be requested again before the first notice, and then works until the decision', async () => {
    const asked = await approved();
    const key = await makeLive(asked);
    await goTo(31);
    const early = await requestFor(asked.applicationId, developer);
    await goTo(30);

    const renewal = await requestFor(asked.applicationId, developer);
    const waiting = await verdict(key);
    await approve(askedOf(renewal), admin);

    expect(early).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(early.message).toContain('Request it again from 2027-10-21T09:00:00.000Z on.');
    expect(renewal.data).toMatchObject({ productionAccess: { status: 'APPROVED', revision: 2 } });
    expect(waiting).toBe('valid');
    expect(await accessOf(asked)).toMatchObject({
      status: 'APPROVED',
      approvedAt: '2027-10-21T09:00:00.000Z',
      reviewBy: '2028-10-20T09:00:00.000Z',
    });
  });
});

describe('spec §3: production access whose review is overdue', () => {
  it('is reported once; its live keys keep working, and more can be created', async () => {
    const asked = await approved();
    const key = await makeLive(asked);
    await goTo(0);

    await Promise.all([reviewAccess(t.ports), reviewAccess(other.ports)]);
    await reviewAccess(other.ports);

    expect(await toEventData(asked)).toEqual([['review_overdue', null]]);
    expect(await accessOf(asked)).toMatchObject({ status: 'REVIEW_OVERDUE', approvedAt: start, reviewBy });
    expect(await verdict(key)).toBe('valid');
    const path = `${pathOf(asked.applicationId)}/keys/${key.body.id}`;
    expect((await t.rest('GET', path, { as: owner, workspace })).body.effectiveStatus).toBe('ACTIVE');
    expect(await makeLive(asked, 'another')).toMatchObject({ status: 201 });
  });

  it('is reported by the job, and in the audit log', async () => {
    const asked = await overdue();

    const entry = (await entriesOf(t, workspace)).at(-1);
    const event = (await eventsOf(t, workspace)).at(-1);

    expect(entry).toMatchObject({
      action: 'application.production_access.review_overdue',
      actor: { kind: 'SYSTEM', id: 'review-access' },
      changes: { status: ['APPROVED', 'REVIEW_OVERDUE'] },
    });
    expect(event?.data).toMatchObject({
      applicationId: asked.applicationId,
      status: 'REVIEW_OVERDUE',
      reviewBy,
    });
  });

  it('keeps working while it is requested again, and the approval makes it APPROVED', async () => {
    const asked = await overdue();
    const key = await makeLive(asked);

    const again = await requestFor(asked.applicationId, developer);
    const waiting = [await verdict(key), (await accessOf(asked)).status];
    const twice = await requestFor(asked.applicationId, owner);
    const request = await t.rest('GET', `/api/console/approvals/${askedOf(again).approvalRequestId}`, {
      as: admin,
      workspace,
    });
    await approve(askedOf(again), admin);

    expect(waiting).toEqual(['valid', 'REVIEW_OVERDUE']);
    expect(twice).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(twice.message).toContain(askedOf(again).approvalRequestId);
    expect(request.body).toMatchObject({ command: { revivesLiveKeys: false } });
    expect(request.body.summary).toContain('the live keys keep working whatever the decision');
    expect(await accessOf(asked)).toMatchObject({ status: 'APPROVED', approvedAt: reviewBy });
    expect(await verdict(key)).toBe('valid');
  });

  it.each([
    ['rejected', reject],
    ['given back for changes', requestChanges],
    ['withdrawn', async (again: Asked) => await cancel(again, developer)],
  ] as const)('stays overdue when its review is %s, and stops no key', async (_name, end) => {
    const asked = await overdue();
    const key = await makeLive(asked);

    await end(askedOf(await requestFor(asked.applicationId, developer)), admin);

    expect(await accessOf(asked)).toMatchObject({ status: 'REVIEW_OVERDUE' });
    expect(await verdict(key)).toBe('valid');
  });

  it('cannot be requested for 24 hours after a rejection, and resubmitted only after requested changes', async () => {
    const asked = await overdue();
    const { applicationId } = asked;
    await reject(askedOf(await requestFor(applicationId, developer)), admin);
    const atOnce = await requestFor(applicationId, developer);
    await goTo(-1);
    const next = askedOf(await requestFor(applicationId, developer));
    const tooEarly = await resubmit(applicationId, developer);
    await requestChanges(next, admin);

    const resubmitted = await resubmit(applicationId, developer, { expectedVolume: '200 a day' });

    expect(atOnce).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(atOnce.message).toMatch(/^Production access was rejected\. /);
    expect(tooEarly).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(resubmitted.data).toMatchObject({ productionAccess: { status: 'REVIEW_OVERDUE', revision: 4 } });
    expect(await approve(askedOf(resubmitted), admin)).toMatchObject({ status: 200 });
    expect((await accessOf(asked)).status).toBe('APPROVED');
  });

  it('can be suspended by one person, which ends a pending review', async () => {
    const asked = await overdue();
    const key = await makeLive(asked);
    const review = askedOf(await requestFor(asked.applicationId, developer));

    const suspended = await suspend(asked.applicationId, security);
    const late = await approve(review, admin);
    const anew = await requestFor(asked.applicationId, developer);

    expect(suspended.data).toMatchObject({
      productionAccess: { status: 'SUSPENDED', approvalRequest: { status: 'SUPERSEDED' } },
    });
    expect(late).toMatchObject({ status: 409 });
    expect(await accessOf(asked)).toMatchObject({ status: 'SUBMITTED', reviewBy: null });
    expect(await verdict(key)).toBe('production_access_suspended');
    await approve(askedOf(anew), admin);
    expect(await verdict(key)).toBe('valid');
  });

  it('can be revoked permanently by one person', async () => {
    const asked = await overdue();
    const key = await makeLive(asked);

    await revoke(asked.applicationId, security);

    expect(await accessOf(asked)).toMatchObject({ status: 'REVOKED', reviewBy: null });
    expect(await verdict(key)).toBe('key_revoked');
  });

  it('still counts as production access for a decision about the deletion of its workspace', async () => {
    const { applicationId } = await overdue();

    const asked = await t.rest('DELETE', '/api/console/workspace', { as: owner, workspace });
    await t.rest('POST', `/api/console/approvals/${asked.body.id}/cancel`, { as: owner, workspace });

    const { applications } = asked.body.command;
    expect(applications.find(({ id }: { id: string }) => id === applicationId)).toMatchObject({
      isLive: true,
    });
  });
});

describe('a review that cannot take place', () => {
  it('is not announced while the application is deleted, and is within a day after a restoration', async () => {
    const asked = await approved();
    await goTo(2);
    await t.rest('DELETE', pathOf(asked.applicationId), { as: owner, workspace });
    await goTo(1);
    await reviewAccess(t.ports);
    const deleted = await toEventData(asked);
    await t.rest('POST', `${pathOf(asked.applicationId)}/restore`, { as: owner, workspace });
    await goTo(0);

    await reviewAccess(t.ports);

    expect(deleted).toEqual([]);
    expect(await toEventData(asked)).toEqual([['review_overdue', null]]);
  });

  it('is not announced after a suspension or revocation', async () => {
    const [suspended, revoked] = [await approved(), await approved()];
    await suspend(suspended.applicationId, security);
    await revoke(revoked.applicationId, security);
    await goTo(0);

    await reviewAccess(t.ports);

    expect([await toEventData(suspended), await toEventData(revoked)]).toEqual([[], []]);
  });

  it('delays no other if it fails', async () => {
    const [broken, asked] = [await approved(), await approved()];
    await goTo(30);
    await knex('productionAccess')
      .where({ applicationId: broken.applicationId })
      .update({ reviewNoticeAt: new Date(0) });
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
      create trigger test_broken before update on production_access for each row
        when (old.application_id = '${broken.applicationId}') execute function test_refuse()`);

    await reviewAccess(t.ports);
    await knex.raw('drop trigger test_broken on production_access; drop function test_refuse()');

    expect([await toEventData(broken), await toEventData(asked)]).toEqual([[], [['review_due', 30]]]);
    expect(t.events.some(({ event }) => event === 'job.row_failed')).toBe(true);
  });
});
