import { describe, expect, it } from 'vitest';
import { roles, type Role } from '../../../../db/models/member.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId } = everyone;
const { keyId, secret } = await applicationWithKey(t, everyone);
await t.graphql(
  'mutation ($id: ID!) { rotateApiKey(input: { id: $id }) { secret } }',
  { id: keyId },
  { as: owner },
);
const readers = new Set<Role>(['OWNER', 'ADMIN', 'SECURITY_ADMINISTRATOR', 'COMPLIANCE_REVIEWER']);

describe('the permission to read the audit log', () => {
  it.each(roles)('follows the role %s', async (role) => {
    const as = await everyone.as(role);

    const answers = [
      await t.rest('GET', '/api/console/audit', { as, workspace: workspaceId }),
      await t.rest('GET', '/api/console/audit/verify', { as, workspace: workspaceId }),
    ];

    const expected = readers.has(role)
      ? { status: 200 }
      : { status: 403, body: { message: 'Workspace permission is required: audit:read' } };
    for (const answer of answers) expect(answer).toMatchObject(expected);
  });
});

describe('the audit log over REST', () => {
  it('returns the actor, action, targets and origin of each entry, oldest first', async () => {
    const answer = await t.rest('GET', '/api/console/audit?limit=20', { as: owner });

    const written = await entriesOf(t, workspaceId);
    expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual(
      written.slice(0, 20).map(({ id }) => id),
    );
    expect(answer.body.data[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      seq: 1,
      at: '2026-11-20T09:00:00.000Z',
      action: 'workspace.created',
      outcome: 'SUCCESS',
      actor: { kind: 'MEMBER', id: owner.memberId, personId: owner.personId, name: 'Owner' },
      targets: [{ type: 'workspace', id: workspaceId, name: 'Owner’s workspace' }],
      changes: null,
      origin: { requestId: expect.stringMatching(/^req_/), ip: '127.0.0.1', userAgent: expect.any(String) },
      reason: null,
      hash: written[0]?.hash.toString('hex'),
      previousHash: '0'.repeat(64),
    });
  });

  it('returns the current names of actors and targets, and no names from another workspace', async () => {
    const place = await cast(t);
    const { automationId, memberId } = await automationOf(t, place);
    const as = { as: place.owner, workspace: place.workspaceId };
    await t.rest('PATCH', `/api/console/automations/${automationId}`, {
      ...as,
      body: { name: 'Weekly build' },
    });
    const developer = { as: await place.as('DEVELOPER'), workspace: place.workspaceId };
    const foreign = [keyId, workspaceId, owner.memberId, owner.personId];
    for (const id of [memberId, ...foreign]) {
      await t.rest('POST', `/api/console/members/${id}/suspend`, developer);
      // Identical refusals within a minute leave one entry.
      t.clock.advance({ minutes: 1 });
    }

    const { body } = await t.rest('GET', '/api/console/audit?limit=100', as);

    const entries: { outcome: string; actor: { name: string }; targets: { id: string; name: string }[] }[] =
      body.data;
    const denied = entries.filter(({ outcome }) => outcome === 'DENIED');
    const names = new Map(entries.flatMap(({ targets }) => targets.map(({ id, name }) => [id, name])));
    expect(new Set(denied.map(({ actor }) => actor.name))).toEqual(new Set(['DEVELOPER']));
    expect([automationId, memberId].map((id) => names.get(id))).toEqual(['Weekly build', 'Weekly build']);
    expect(foreign.map((id) => names.get(id))).toEqual(foreign.map(() => null));
  });

  it('can be filtered by action', async () => {
    const answer = await t.rest('GET', '/api/console/audit?action=api_key.rotated', { as: owner });

    expect(answer.body.data).toMatchObject([
      { action: 'api_key.rotated', targets: [{ type: 'api_key', id: keyId }], changes: { version: [1, 2] } },
    ]);
  });

  it('continues from page to page without a gap or a repetition', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/api/console/audit?limit=3${cursor && `&cursor=${cursor}`}`;
      const { body } = await t.rest('GET', path, { as: owner });
      seen.push(...body.data.map(({ seq }: { seq: number }) => seq));
      cursor = body.page.hasMore ? body.page.nextCursor : null;
    }

    expect(seen).toEqual((await entriesOf(t, workspaceId)).map(({ seq }) => seq));
  });

  it('contains only the caller’s workspace', async () => {
    const answer = await t.rest('GET', '/api/console/audit?limit=20', { as: strangers.owner });

    const actors = answer.body.data.map(({ actor }: { actor: { id: string } }) => actor.id);
    expect(new Set(actors)).toEqual(new Set([strangers.owner.memberId]));
  });

  it('contains no secret, whole or in parts', async () => {
    const part = secret.split('_')[3] ?? '';

    const text = JSON.stringify(await entriesOf(t, workspaceId));

    expect(text).toContain(secret.split('_')[2]);
    for (let at = 0; at + 12 <= part.length; at += 1) expect(text).not.toContain(part.slice(at, at + 12));
  });
});

describe('the verification of the log', () => {
  it('runs once in an operation', async () => {
    const query = '{ a: auditVerification { valid } b: auditVerification { valid } }';

    const { body } = await t.graphql(query, {}, { as: owner });

    expect(body.errors[0].message).toMatch(/^The complexity of the operation is \d+, the limit 1000\./);
  });

  it('is limited per minute and workspace, whoever requests it', async () => {
    const sparing = await testApp({ LIMIT_AUDIT_VERIFICATIONS_PER_WORKSPACE_PER_MINUTE: '2' });
    const people = await cast(sparing);
    const [admin, others] = [await people.as('ADMIN'), await cast(sparing)];
    const verify = async (as: { token: string }, workspace: string) =>
      (await sparing.rest('GET', '/api/console/audit/verify', { as, workspace })).status;

    const here = [
      await verify(people.owner, people.workspaceId),
      await verify(admin, people.workspaceId),
      await verify(people.owner, people.workspaceId),
    ];

    expect(here).toEqual([200, 200, 429]);
    expect(await verify(others.owner, others.workspaceId)).toBe(200);
  });
});

describe('the audit log, limited', () => {
  const ids = async (query: string) => {
    const path = `/api/console/audit?limit=100&${query}`;
    const { status, body } = await t.rest('GET', path, { as: owner, workspace: workspaceId });
    expect([status, body.code]).toEqual([200, undefined]);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const written = async () => await entriesOf(t, workspaceId);

  it('by actor has the entries of this member or key only', async () => {
    const developer = await everyone.as('DEVELOPER');
    await t.rest('GET', '/api/console/audit/verify', { as: developer, workspace: workspaceId });

    const mine = (await written()).filter(({ actor }) => actor.id === owner.memberId);

    expect(mine.length).toBeGreaterThan(3);
    expect(await ids(`actorId=${owner.memberId}`)).toEqual(mine.map(({ id }) => id));
    expect(await ids(`actorId=${owner.personId}`)).toEqual(
      (await written()).filter(({ actor }) => actor.id === owner.personId).map(({ id }) => id),
    );
    expect(await ids('actorId=mem_%25')).toEqual([]);
  });

  it('by target has the entries that name it, at any place', async () => {
    const about = (await written()).filter(({ targets }) => targets.some(({ id }) => id === keyId));

    expect(about.map(({ action }) => action)).toContain('api_key.rotated');
    expect(await ids(`targetId=${keyId}`)).toEqual(about.map(({ id }) => id));
    expect(await ids(`targetId=${keyId}&action=api_key.rotated`)).toHaveLength(1);
  });

  it('by request has what the request did', async () => {
    const [entry] = await written();
    const requestId = entry?.origin.requestId ?? '';
    const same = (await written()).filter(({ origin }) => origin.requestId === requestId);

    expect(await ids(`requestId=${requestId}`)).toEqual(same.map(({ id }) => id));
    expect(await ids('requestId=req_00000000000000000000000000')).toEqual([]);
    const empty = '{ auditEntries(first: 1, requestId: "") { edges { node { id } } } }';
    const { body } = await t.graphql(empty, {}, { as: owner, workspace: workspaceId });
    expect(body.data).toEqual({ auditEntries: { edges: [] } });
  });

  it('by outcome has the refusals, or all others', async () => {
    const viewer = await everyone.as('VIEWER');
    await t.rest('POST', '/api/console/applications', {
      as: viewer,
      workspace: workspaceId,
      body: { name: 'Refused' },
    });

    const entries = await written();
    const of = (outcome: string) => entries.filter((entry) => entry.outcome === outcome).map(({ id }) => id);

    expect(of('DENIED').length).toBeGreaterThan(0);
    expect(await ids('outcome=DENIED')).toEqual(of('DENIED'));
    expect(await ids('outcome=SUCCESS')).toEqual(of('SUCCESS').slice(0, 100));
  });

  it('by time has the entries from its beginning and before its end', async () => {
    t.clock.advance({ minutes: 1 });
    const [since] = [t.clock.now()];
    await applicationWithKey(t, everyone);
    t.clock.advance({ minutes: 1 });
    const until = t.clock.now();
    await applicationWithKey(t, everyone);
    t.clock.advance({ minutes: -2 });

    const entries = (await written()).filter(({ at }) => at >= since && at < until);

    expect(entries.length).toBeGreaterThan(0);
    const range = `since=${encodeURIComponent(since.toISOString())}&until=${encodeURIComponent(until.toISOString())}`;
    expect(await ids(range)).toEqual(entries.map(({ id }) => id));
    expect(await ids(`${range}&order=newest`)).toEqual(entries.map(({ id }) => id).toReversed());
  });
});
