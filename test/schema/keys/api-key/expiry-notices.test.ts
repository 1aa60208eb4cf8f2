import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { Person } from '../../../../db/models/person.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { announceExpiry } from '../../../../schema/keys/api-key/announce-expiry.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast, signInAgain, type CastMember } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const other = await anotherInstance(t);
const { knex } = t.ports.database;

/** A date late enough that each notice lies ahead. Keys work through its last second in UTC. */
const expiresOn = '2027-01-15';
const end = Date.parse('2027-01-16T00:00:00.000Z');
const day = 24 * 3_600_000;

/** Creates a separate workspace for each test. */
async function company() {
  const everyone = await cast(t);
  const { owner, workspaceId: workspace } = everyone;
  const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
  const approvals = approvalsOf(t, everyone);
  const create = async (applicationId: string, body: object = {}) => {
    const made = await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
      as: owner,
      workspace,
      body: { name: 'ci', environment: 'SANDBOX', scopes: ['read'], expiresOn, ...body },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body as { id: string; prefix: string; applicationId: string };
  };
  const key = async (body: object = {}) => await create(await approvals.application(), body);
  const post = async (path: string, body?: object) =>
    await t.rest('POST', `/api/console/applications/${path}`, { as: owner, workspace, body });
  /** Returns the expiry events of a key: the last part of the type, and the days left. */
  const toEventData = async ({ id }: { id: string }) =>
    (await eventsOf(t, workspace))
      .filter(({ type, resource }) => resource.id === id && /expir/.test(type))
      .map(({ type, data }) => [type.split('.').at(-1), data['daysLeft'] ?? null]);
  return { ...everyone, owner, admin, developer, workspace, approvals, create, key, post, toEventData };
}

const mailsOf = async ({ email }: CastMember) =>
  (await mailsTo(t, email)).filter(({ subject }) => subject.includes('expires'));

function goTo(daysBefore: number): void {
  t.clock.set(new Date(end - daysBefore * day).toISOString());
}

beforeEach(async () => {
  await knex('apiKey').update({ expiryNoticeAt: null });
  t.clock.set('2026-11-20T09:00:00.000Z');
});

describe('spec §2: a key that expires', () => {
  it('is announced 30, 7 and 1 days before its end, and at its end, once each, by whichever instance checks', async () => {
    const { key, toEventData } = await company();
    const made = await key();
    const seen: unknown[] = [];

    for (const days of [30.001, 30, 8, 7, 1.001, 1, 0.001, 0, -5]) {
      goTo(days);
      await Promise.all([announceExpiry(t.ports), announceExpiry(other.ports)]);
      await announceExpiry(t.ports);
      seen.push((await toEventData(made)).length);
    }

    expect(seen).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(await toEventData(made)).toEqual([
      ['expiring', 30],
      ['expiring', 7],
      ['expiring', 1],
      ['expired', null],
    ]);
  });

  it('is announced with its data and without its secret, and keeps its version', async () => {
    const { key, workspace } = await company();
    const { id, prefix } = await key();
    const before = await ApiKey.query(knex).findById(id).throwIfNotFound();
    goTo(7);

    await announceExpiry(t.ports);

    const [event, entry] = [(await eventsOf(t, workspace)).at(-1), (await entriesOf(t, workspace)).at(-1)];
    expect(event).toMatchObject({ type: 'api_key.expiring', resource: { type: 'api_key', id, version: 1 } });
    expect(event?.data).toEqual({
      applicationId: before.applicationId,
      environment: 'SANDBOX',
      name: 'ci',
      scopes: ['read'],
      prefix,
      lastFour: before.lastFour,
      expiresOn,
      status: 'ACTIVE',
      version: 1,
      daysLeft: 7,
    });
    expect(entry).toMatchObject({
      action: 'api_key.expiring',
      actor: { kind: 'SYSTEM', id: 'announce-key-expiry' },
    });
    const after = await ApiKey.query(knex).findById(id).throwIfNotFound();
    expect([after.rowVersion, after.updatedAt]).toEqual([before.rowVersion, before.updatedAt]);
  });

  it('is announced by mail to owners and administrators, once per notice and not after its end', async () => {
    const { key, owner, admin, developer } = await company();
    const { prefix, applicationId } = await key();
    for (const days of [30, 7, 1, 0]) {
      goTo(days);
      await Promise.all([announceExpiry(t.ports), announceExpiry(other.ports)]);
    }

    const mails = await mailsOf(owner);

    expect(mails.map(({ subject }) => subject)).toEqual([
      'In 30 days a key of Checkout expires: ci',
      'In 7 days a key of Checkout expires: ci',
      'In 1 day a key of Checkout expires: ci',
    ]);
    expect(mails[0]?.text).toContain(
      'The sandbox key “ci” of the application “Checkout” in the workspace “Owner’s workspace” works through 2027-01-15, UTC',
    );
    expect(mails[0]?.text).toMatch(new RegExp(`: ak_sandbox_${prefix}_…\\w{4}\n`));
    expect(mails[0]?.text).toContain(
      `\n\nhttp://localhost:4000/api/console/applications/${applicationId}/keys\n\n`,
    );
    expect((await mailsOf(admin)).length).toBe(3);
    expect(await mailsOf(developer)).toEqual([]);
  });

  it('is announced by mail only to verified addresses, if there are any', async () => {
    const { key, owner, admin } = await company();
    await Person.change(knex, owner.personId, t.clock.now(), { emailVerifiedAt: null });
    await key();
    goTo(7);

    await announceExpiry(t.ports);

    expect([(await mailsOf(owner)).length, (await mailsOf(admin)).length]).toEqual([0, 1]);
  });

  it('is announced once after weeks without a check, with the days left', async () => {
    const { key, toEventData } = await company();
    const made = await key();
    goTo(2.5);
    await announceExpiry(t.ports);
    goTo(-3);

    await announceExpiry(t.ports);
    await announceExpiry(t.ports);

    expect(await toEventData(made)).toEqual([
      ['expiring', 3],
      ['expired', null],
    ]);
  });

  it('created shortly before its end is announced from the next notice on', async () => {
    const { key, toEventData, owner } = await company();
    goTo(5);
    await signInAgain(t, owner);
    const made = await key({ expiresOn: '2027-01-12' });
    await announceExpiry(t.ports);
    const atOnce = await toEventData(made);
    goTo(4);

    await announceExpiry(t.ports);

    expect(atOnce).toEqual([]);
    expect(await toEventData(made)).toEqual([['expiring', 1]]);
  });

  it('is announced like its successor, which has the same last day', async () => {
    const { create, approvals, post, toEventData, owner } = await company();
    const applicationId = await approvals.application();
    const old = await create(applicationId);
    goTo(6);
    await signInAgain(t, owner);
    const { body: next } = await post(`${applicationId}/keys/${old.id}/successor`, {
      name: 'next',
      graceHours: 168,
    });
    goTo(1);

    await announceExpiry(t.ports);
    goTo(0);
    await announceExpiry(t.ports);

    expect(await toEventData(old)).toEqual(await toEventData(next));
    expect(await toEventData(next)).toEqual([
      ['expiring', 1],
      ['expired', null],
    ]);
  });
});

describe('a key that is not needed on its last day', () => {
  it.each([
    ['was revoked', async (path: string) => `${path}/revoke`, undefined],
    [
      'is retired before, its successor having taken over',
      async (path: string) => `${path}/successor`,
      { name: 'next' },
    ],
  ] as const)('is not announced if it %s', async (_name, pathOf, body) => {
    const { create, approvals, post, toEventData } = await company();
    const applicationId = await approvals.application();
    const made = await create(applicationId);

    await post(await pathOf(`${applicationId}/keys/${made.id}`), body);
    for (const days of [30, 0]) {
      goTo(days);
      await announceExpiry(t.ports);
    }

    expect(await toEventData(made)).toEqual([]);
  });

  it('is not announced if it is a live key whose production access was revoked', async () => {
    const { create, approvals, toEventData, admin, developer, owner } = await company();
    const asked = await approvals.ask(developer);
    await approvals.approve(asked, admin);
    const [gone, suspended] = [await create(asked.applicationId, { environment: 'LIVE' }), await live()];
    await approvals.revoke(asked.applicationId, owner);
    goTo(7);

    await announceExpiry(t.ports);

    // A suspension may end, and the key is needed again then.
    expect([await toEventData(gone), await toEventData(suspended)]).toEqual([[], [['expiring', 7]]]);

    async function live() {
      const next = await approvals.ask(developer);
      await approvals.approve(next, admin);
      const made = await create(next.applicationId, { environment: 'LIVE' });
      await approvals.suspend(next.applicationId, owner);
      return made;
    }
  });

  it('is not announced while its application is deleted, and is within a day after a restoration', async () => {
    const { key, owner, workspace, toEventData } = await company();
    const made = await key();
    const path = `/api/console/applications/${made.applicationId}`;
    goTo(10);
    await signInAgain(t, owner);
    await t.rest('DELETE', path, { as: owner, workspace });
    goTo(7);
    await announceExpiry(t.ports);
    const deleted = await toEventData(made);
    await signInAgain(t, owner);
    await t.rest('POST', `${path}/restore`, { as: owner, workspace });
    goTo(6);

    await announceExpiry(t.ports);

    expect(deleted).toEqual([]);
    expect(await toEventData(made)).toEqual([['expiring', 6]]);
  });

  it('is skipped if it has no last day; a key that fails delays no other', async () => {
    const { key, toEventData } = await company();
    const endless = await key({ expiresOn: undefined });
    const [broken, made] = [await key(), await key()];
    await knex('apiKey')
      .where({ id: broken.id })
      .update({ expiryNoticeAt: new Date(0) });
    goTo(30);
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
      create trigger test_broken before update on api_key for each row
        when (old.id = '${broken.id}') execute function test_refuse()`);

    await announceExpiry(t.ports);
    await knex.raw('drop trigger test_broken on api_key; drop function test_refuse()');

    expect(await ApiKey.query(knex).findById(endless.id)).toMatchObject({ expiryNoticeAt: null });
    expect([await toEventData(broken), await toEventData(made)]).toEqual([[], [['expiring', 30]]]);
    expect(t.events.filter(({ event }) => event === 'job.row_failed')).toMatchObject([{ id: broken.id }]);
  });
});

describe('the query for due notices', () => {
  it('uses its index, however many keys there are', async () => {
    const plan: unknown = await inTransaction(knex, async (trx) => {
      // With few rows, the planner prefers another index and a sort.
      await trx.raw('set local enable_seqscan = off; set local enable_sort = off');
      return await trx.raw(
        `explain select id from api_key where status = 'ACTIVE' and expiry_notice_at <= '2027-01-01'
         order by expiry_notice_at limit 500`,
      );
    });

    expect(JSON.stringify(plan)).toMatch(/using api_key_expiry_notice .*Index Cond: \(expiry_notice_at <=/);
  });
});
