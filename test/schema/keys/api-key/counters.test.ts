import { describe, expect, it } from 'vitest';
import { ApiKeyUse } from '../../../../db/models/api-key-use.ts';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { Application } from '../../../../db/models/application.ts';
import { daysAfter } from '../../../../schema/values/time.ts';
import { testApp } from '../../../support/app.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { countersOf } from '../../../support/counters.ts';
import { applicationWithKey, cast, type Cast } from '../../../support/people.ts';

const t = await testApp();
const now = t.clock.now();
const day = (days: number, ms = 0) => new Date(daysAfter(now, days).getTime() + ms);

/** Creates a key in the state. */
async function keyWith(place: Cast, patch: Partial<ApiKey>): Promise<string> {
  const { keyId } = await applicationWithKey(t, place);
  await t.unrecorded((knex) => ApiKey.change(knex, keyId, now, patch));
  return keyId;
}

interface Listed {
  effectiveStatus: string;
  expiresOn: string | null;
  retiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

/** Returns both counters, and the same counts by the fields of the list. */
async function bothOf({ owner, workspaceId }: Cast) {
  const parts = 'effectiveStatus expiresOn retiresAt lastUsedAt createdAt';
  const query = `{ apiKeys(first: 100) { edges { node { ${parts} } } } }`;
  const { body } = await t.graphql(query, {}, { as: owner, workspace: workspaceId });
  const keys = body.data.apiKeys.edges.map(({ node }: { node: Listed }) => node) as Listed[];
  const working = keys.filter(({ effectiveStatus }) => effectiveStatus === 'ACTIVE');
  const isBy = (end: Date | null, latest: Date) => end !== null && end <= latest;
  const asDate = (text: string | null) => (text === null ? null : new Date(text));
  const listed = {
    soon: working.filter(
      ({ expiresOn, retiresAt }) =>
        isBy(expiresOn === null ? null : daysAfter(new Date(expiresOn), 1), day(14)) ||
        isBy(asDate(retiresAt), day(14)),
    ).length,
    unused: working.filter(({ lastUsedAt, createdAt }) => isBy(asDate(lastUsedAt ?? createdAt), day(-90)))
      .length,
  };
  const counters = await countersOf(t, { as: owner, workspaceId });
  return { soon: counters.keysEndingSoon, unused: counters.keysUnused, listed };
}

describe('keysEndingSoon', () => {
  // The test begins at 09:00 on 20 November 2026.
  it.each([
    ['expires on its last day, today', { expiresOn: '2026-11-20' }, 1],
    ['expired yesterday', { expiresOn: '2026-11-19' }, 0],
    ['ends 13 days and 15 hours from now', { expiresOn: '2026-12-03' }, 1],
    ['ends 14 days and 15 hours from now', { expiresOn: '2026-12-04' }, 0],
    ['retires in 14 days, when its successor takes over', { retiresAt: day(14) }, 1],
    ['retires a millisecond later', { retiresAt: day(14, 1) }, 0],
    ['retires in a millisecond', { retiresAt: day(0, 1) }, 1],
    ['has retired', { retiresAt: now }, 0],
    ['expires later but retires soon', { expiresOn: '2027-11-01', retiresAt: day(1) }, 1],
    ['was revoked', { expiresOn: '2026-11-21', status: 'REVOKED' as const }, 0],
    ['has no end', {}, 0],
  ])('counts a key that %s: %j', async (_what, patch, soon) => {
    const place = await cast(t);
    await keyWith(place, patch);

    expect(await bothOf(place)).toMatchObject({ soon, listed: { soon } });
  });
});

describe('keysUnused', () => {
  it.each([
    ['was created 90 days ago and never called', day(-90), null, 1],
    ['was created a millisecond later and never called', day(-90, 1), null, 0],
    ['had its last call 90 days ago', day(-200), day(-90), 1],
    ['had its last call a millisecond later', day(-200), day(-90, 1), 0],
  ])('counts a key that %s', async (_what, createdAt, lastUsedAt, unused) => {
    const place = await cast(t);
    const id = await keyWith(place, { createdAt });
    if (lastUsedAt)
      await t.unrecorded((knex) =>
        ApiKeyUse.query(knex).insert({ id, lastUsedAt, createdAt: now, updatedAt: now }),
      );

    expect(await bothOf(place)).toMatchObject({ unused, listed: { unused } });
  });
});

describe('both counters leave out a key', () => {
  const old = { createdAt: day(-90), expiresOn: '2026-11-21' };

  it('of a suspended or deleted application, and of another workspace', async () => {
    const place = await cast(t);
    const other = await cast(t);
    await keyWith(other, old);
    const ids = [await keyWith(place, old), await keyWith(place, old)];
    expect(await bothOf(place)).toMatchObject({ soon: 2, unused: 2, listed: { soon: 2, unused: 2 } });

    for (const [index, status] of (['SUSPENDED', 'DELETED'] as const).entries())
      await t.unrecorded(async (knex) => {
        const { applicationId } = await ApiKey.query(knex).findById(String(ids[index])).throwIfNotFound();
        await Application.change(knex, applicationId, now, { status });
      });
    expect(await bothOf(place)).toMatchObject({ soon: 0, unused: 0, listed: { soon: 0, unused: 0 } });
  });

  it.each([
    ['without production access', { access: 'suspend' }, {}],
    ['whose production access was revoked', { access: 'revoke' }, {}],
    ['of an earlier grant', {}, { liveGrant: 7 }],
    ['of before a restoration of its application', {}, { restores: 7 }],
    ['of before a restoration of its workspace', {}, { workspaceRestores: 7 }],
  ] as const)('that is live, %s', async (_what, { access }: { access?: 'suspend' | 'revoke' }, patch) => {
    const place = await cast(t);
    const { owner, workspaceId } = place;
    const approvals = approvalsOf(t, place);
    const asked = await approvals.ask(await place.as('DEVELOPER'));
    expect(await approvals.approve(asked, owner)).toMatchObject({ status: 200, code: undefined });
    const path = `/api/console/applications/${asked.applicationId}/keys`;
    const key = { name: 'shop', environment: 'LIVE', scopes: ['read'] };
    const { body } = await t.rest('POST', path, { as: owner, workspace: workspaceId, body: key });
    await t.unrecorded((knex) => ApiKey.change(knex, body.id, now, old));
    expect(await bothOf(place)).toMatchObject({ soon: 1, unused: 1, listed: { soon: 1, unused: 1 } });

    if (access) await approvals[access](asked.applicationId, owner);
    else await t.unrecorded((knex) => ApiKey.change(knex, body.id, now, patch));
    expect(await bothOf(place)).toMatchObject({ soon: 0, unused: 0, listed: { soon: 0, unused: 0 } });
  });
});
