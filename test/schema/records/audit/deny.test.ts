import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import { recordDenials } from '../../../../schema/records/audit/deny.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import type { ErrorCode } from '../../../../schema/values/error-table.ts';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast, type Somebody } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';

// Each test has its own minute, within the life of one access token.
const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const [viewer, support] = [await everyone.as('VIEWER'), await everyone.as('SUPPORT')];
const workspace = workspaceId;
const { applicationId } = await applicationWithKey(t, everyone);

beforeEach(() => t.clock.advance({ minutes: 1 }));

// Listed as decided, and not read from the product.
const audited: ErrorCode[] = [
  'permission_required',
  'person_required',
  'workspace_access_denied',
  'rank_too_low',
  'last_owner',
  'production_access_required',
  'self_approval_forbidden',
  'approver_too_new',
  'invitation_email_mismatch',
  'sign_in_failed',
  'automation_stopped',
  'too_many_attempts',
  'refresh_token_invalid',
];

describe('a denial', () => {
  it.each(audited)('by %s writes an entry', async (code) => {
    const ctx = createContext(t.ports, nobody());

    await recordDenials(ctx, [refuse(code, 'In these words.')]);

    expect(await AuditEntry.query(knex).orderBy('at', 'desc').orderBy('seq', 'desc').first()).toMatchObject({
      outcome: 'DENIED',
      changes: { code },
      reason: 'In these words.',
    });
  });

  it.each<ErrorCode>(['not_found', 'validation_failed', 'rate_limited', 'credential_invalid'])(
    'by %s writes none, because the caller did not try to access foreign data',
    async (code) => {
      const before = await AuditEntry.query(knex).resultSize();

      await recordDenials(createContext(t.ports, nobody()), [refuse(code, 'In these words.')]);

      expect(await AuditEntry.query(knex).resultSize()).toBe(before);
    },
  );

  it('writes an entry with the actor, the action, the rule, the request and the message', async () => {
    const before = await denials();

    const answer = await createApplication(viewer);

    expect(answer.status).toBe(403);
    expect((await denials()).slice(before.length)).toEqual([
      expect.objectContaining({
        action: 'createApplication',
        outcome: 'DENIED',
        actor: { kind: 'MEMBER', id: viewer.memberId, personId: viewer.personId },
        changes: { code: 'permission_required', permission: 'applications:write' },
        reason: 'Workspace permission is required: applications:write',
        origin: expect.objectContaining({ requestId: answer.body.requestId }),
      }),
    ]);
  });

  it('names the requested resource, and the field by its own name under any alias', async () => {
    const before = await denials();
    const query =
      'mutation ($id: ID!) { api_key_created: deleteApplication(input: { id: $id }) { application { id } } }';

    await t.graphql(query, { id: applicationId }, { as: viewer, workspace });

    expect((await denials()).slice(before.length)).toMatchObject([
      { action: 'deleteApplication', targets: [{ type: 'application', id: applicationId }] },
    ]);
  });

  it('stores no text that was sent in place of an id', async () => {
    const before = await denials();
    const path = '/api/console/applications/app_typed-by-mistake';

    await t.rest('DELETE', path, { as: viewer, workspace });

    expect((await denials()).slice(before.length)).toMatchObject([
      { action: 'deleteApplication', targets: [] },
    ]);
  });

  it('writes one entry per actor, rule and minute', async () => {
    const before = await denials();
    t.clock.set(`${t.clock.now().toISOString().slice(0, 16)}:00.000Z`);

    for (let i = 0; i < 3; i += 1) await createApplication(viewer);
    await t.rest('PATCH', `/api/console/applications/${applicationId}`, {
      as: viewer,
      workspace,
      body: { name: 'x' },
    });
    await t.rest('DELETE', `/api/console/applications/${applicationId}`, { as: viewer, workspace });
    await createApplication(support);
    t.clock.advance({ seconds: 59 });
    await createApplication(viewer);
    t.clock.advance({ seconds: 1 });
    await createApplication(viewer);

    const left = (await denials()).slice(before.length);
    expect(left.map(({ actor, changes }) => [actor.id, changes?.['permission']])).toEqual([
      [viewer.memberId, 'applications:write'],
      [viewer.memberId, 'applications:delete'],
      [support.memberId, 'applications:write'],
      [viewer.memberId, 'applications:write'],
    ]);
  });

  it('writes one entry even if many arrive at the same time', async () => {
    const before = await denials();

    await Promise.all(Array.from({ length: 10 }, async () => await createApplication(viewer)));

    expect(await denials()).toHaveLength(before.length + 1);
  });

  it('queries the database once a minute, however many arrive', async () => {
    const ctx = createContext(t.ports, { ...nobody(), ip: '198.51.100.1' });
    const refusal = refuse('sign_in_failed', 'The e-mail address or the password is wrong.');
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void (/from .?audit_entry/.test(sql) && asked.push(sql));
    knex.on('query', listen);

    await Promise.all(Array.from({ length: 50 }, async () => await recordDenials(ctx, [refusal])));
    await recordDenials(ctx, [refusal]);
    const inOneMinute = asked.length;
    t.clock.advance({ minutes: 1 });
    await recordDenials(ctx, [refusal]);
    knex.off('query', listen);

    // The entry is looked up before and after the head of the chain is locked.
    expect([inOneMinute, asked.length]).toEqual([2, 4]);
  });

  it('writes its entry after the rollback of the command, and no event', async () => {
    const before = await denials();
    const events = await Event.query(knex).resultSize();
    const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };

    const answer = await t.rest('POST', `/api/console/applications/${applicationId}/keys`, {
      as: owner,
      body,
    });

    expect(answer.body.code).toBe('production_access_required');
    expect((await denials()).slice(before.length)).toMatchObject([
      {
        action: 'createApiKey',
        changes: { code: 'production_access_required' },
        actor: { id: owner.memberId },
      },
    ]);
    expect(await ApiKey.query(knex).where({ name: 'live' })).toEqual([]);
    expect(await Event.query(knex).resultSize()).toBe(events);
  });

  it('writes its entry over /graphql as over REST', async () => {
    const before = await denials();

    await t.graphql(
      'mutation { createApplication(input: { name: "x" }) { application { id } } }',
      {},
      { as: viewer, workspace },
    );

    expect(await denials()).toHaveLength(before.length + 1);
  });

  it('of a foreign workspace is in the person’s chain, and not in the log of that workspace', async () => {
    const stranger = await cast(t);
    const [before, own] = [await entriesOf(t, workspaceId), await entriesOf(t, stranger.owner.personId)];

    const answer = await t.rest('GET', '/api/console/workspace', {
      as: stranger.owner,
      workspace: workspaceId,
    });

    expect(answer.status).toBe(403);
    expect(await entriesOf(t, workspaceId)).toEqual(before);
    expect((await entriesOf(t, stranger.owner.personId)).slice(own.length)).toMatchObject([
      {
        outcome: 'DENIED',
        changes: { code: 'workspace_access_denied' },
        actor: { kind: 'PERSON' },
        targets: [{ type: 'workspace', id: workspaceId }],
      },
    ]);
  });

  it('of a sign-in without an account is stored without the submitted text', async () => {
    const body = { email: 'no-such-person@example.com', password: 'typed by mistake' };

    const answer = await t.rest('POST', '/api/auth/sign-in', { body });

    expect(answer.status).toBe(401);
    const [entry] = (await entriesOf(t, 'platform')).slice(-1);
    expect(entry).toMatchObject({ action: 'signIn', outcome: 'DENIED', actor: { kind: 'ANONYMOUS' } });
    expect(JSON.stringify(entry)).not.toMatch(/no-such-person|typed by mistake/);
  });

  it('of sign-ins to made-up accounts is written once a minute per IP address, whatever the account', async () => {
    const before = await entriesOf(t, 'platform');
    const query = `mutation { ${[1, 2, 3, 4, 5, 6]
      .map((n) => `m${n}: signIn(input: { email: "made-up-${n}@example.com", password: "x" }) { expiresIn }`)
      .join(' ')} }`;

    const answer = await t.graphql(query);

    expect(answer.body.errors).toHaveLength(6);
    expect((await entriesOf(t, 'platform')).length - before.length).toBeLessThanOrEqual(1);
  });

  it.each([
    { what: 'an input that is not valid', send: async () => await createApplication(owner, '') },
    {
      what: 'what is not there',
      send: async () => await t.rest('GET', '/api/console/applications/app_nothing', { as: owner }),
    },
    {
      what: 'an illegal move',
      send: async () =>
        await t.rest('POST', `/api/console/applications/${applicationId}/restore`, { as: owner }),
    },
    { what: 'no session', send: async () => await t.rest('GET', '/api/console/applications') },
  ])('is not written for $what', async ({ send }) => {
    const before = await AuditEntry.query(knex).resultSize();

    const answer = await send();

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await AuditEntry.query(knex).resultSize()).toBe(before);
  });

  it('leaves the log complete and valid', async () => {
    const answer = await t.rest('GET', '/api/console/audit/verify', { as: owner });

    expect(answer.body).toMatchObject({ valid: true, firstBadSeq: null });
    expect(answer.body.checked).toBe((await entriesOf(t, workspaceId)).length);
  });
});

async function createApplication(as: Somebody, name = 'x') {
  return await t.rest('POST', '/api/console/applications', { as, workspace, body: { name } });
}

async function denials(): Promise<AuditEntry[]> {
  return (await entriesOf(t, workspaceId)).filter(({ outcome }) => outcome === 'DENIED');
}
