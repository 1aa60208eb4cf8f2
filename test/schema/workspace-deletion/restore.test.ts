import { describe, expect, it } from 'vitest';
import { UnsealError } from '../../../db/envelope.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { sealInWorkspace, unsealInWorkspace } from '../../../schema/workspace/key.ts';
import { shredWorkspaces } from '../../../schema/workspace-deletion/shred.ts';
import { verifyChain } from '../../../schema/audit/verify.ts';
import { createContext } from '../../../schema/create-context.ts';
import { approvalsOf, askedOf } from '../../support/approvals.ts';
import { serviceCredential, testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { deletionOf } from '../../support/deletions.ts';
import { applicationWithKey, cast, type Cast, type CastMember } from '../../support/people.ts';
import { eventsOf } from '../../support/trail.ts';

// Sessions live as long as the tests look ahead, so that only the workspace's time runs out.
const t = await testApp({
  SESSION_TTL_DAYS: '365',
  SESSION_IDLE_HOURS: '8760',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
});
const { knex } = t.ports.database;
const ctx = { ...t.ports, knex };
const start = '2026-11-20T09:00:00.000Z';
const end = '2026-12-20T09:00:00.000Z';

async function company() {
  t.clock.set(start);
  const people = await cast(t);
  const admin = await people.as('ADMIN');
  return { ...people, admin, ...deletionOf(t, people) };
}

async function fresh<Person extends CastMember>(person: Person): Promise<Person> {
  const { email, password } = person;
  const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { ...person, token: body.accessToken as string };
}

async function liveKey(place: Cast, asking: CastMember, deciding: CastMember) {
  const { ask, approve } = approvalsOf(t, place);
  const asked = await ask(asking);
  await approve(asked, deciding);
  const { applicationId } = asked;
  return { applicationId, ...(await createLive(place, applicationId)) };
}

async function createLive({ owner, workspaceId: workspace }: Cast, applicationId: string) {
  const path = `/api/console/applications/${applicationId}/keys`;
  const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
  const answer = await t.rest('POST', path, { as: owner, workspace, body });
  return { status: answer.status, id: answer.body.id as string, secret: answer.body.secret as string };
}

const verify = async (key: string) =>
  (await t.rest('POST', '/v1/keys/verify', { as: serviceCredential, body: { key } })).body;

describe('restoring a workspace', () => {
  it('gives everything back: members, applications, sandbox keys, and no live key ever', async () => {
    const place = await company();
    const { owner, workspaceId: workspace } = place;
    const { secret } = await applicationWithKey(t, place);
    const live = await liveKey(place, owner, place.admin);
    await place.delete(owner, place.admin);

    const restored = await place.restore(owner);

    expect(restored).toMatchObject({
      status: 200,
      body: { id: workspace, status: 'ACTIVE', deletingSince: null, shredsAt: null },
    });
    const members = await t.rest('GET', '/api/console/members', { as: place.admin, workspace });
    expect(members.body.data).toHaveLength(2);
    const echo = { as: secret, body: { message: 'hi' } };
    expect(await t.rest('POST', '/v1/sandbox/echo', echo)).toMatchObject({ status: 200 });
    expect(await verify(live.secret)).toMatchObject({ valid: false, code: 'key_revoked' });
    const path = `/api/console/applications/${live.applicationId}/keys/${live.id}`;
    expect((await t.rest('GET', path, { as: owner, workspace })).body.effectiveStatus).toBe('REVOKED');
    expect(await t.rest('POST', `${path}/rotate`, { as: owner, workspace })).toMatchObject({
      status: 409,
      body: {
        code: 'key_not_rotatable',
        message:
          'The workspace of this key was deleted, which ended its live keys for good; restoring it did not bring them back. Create another key.',
      },
    });
    const another = await createLive(place, live.applicationId);
    expect(await verify(another.secret)).toMatchObject({ valid: true });
  });

  it('does not revive a live key by a later approval either', async () => {
    const place = await company();
    const live = await liveKey(place, place.owner, place.admin);
    await place.delete(place.owner, place.admin);
    await place.restore(place.owner);
    const { suspend, requestFor, approve } = approvalsOf(t, place);
    await suspend(live.applicationId, place.owner);

    await approve(askedOf(await requestFor(live.applicationId, place.owner)), place.admin);

    expect(await verify(live.secret)).toMatchObject({ code: 'key_revoked' });
  });

  it.each([
    { when: 'in the last millisecond', at: '2026-12-20T08:59:59.999Z', status: 200, listed: 1 },
    { when: 'to the moment', at: end, status: 409, listed: 0 },
    { when: 'a day later', at: '2026-12-21T09:00:00.000Z', status: 409, listed: 0 },
  ])('$when of its time: $status', async ({ at, status, listed }) => {
    const place = await company();
    await place.delete(place.owner, place.admin);
    t.clock.set(at);
    const owner = await fresh(place.owner);

    const list = await t.rest('GET', '/api/developer-portal/workspaces/deleting', { as: owner });
    const answer = await place.restore(owner);

    expect(list.body.data).toHaveLength(listed);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 409 ? 'invalid_transition' : undefined);
  });

  it('twice: the second time there is nothing to restore; with one Idempotency-Key it is one restoration', async () => {
    const place = await company();
    await place.delete(place.owner, place.admin);
    const headers = { 'idempotency-key': 'restore-once' };

    const first = await place.restore(place.owner, headers);
    const again = await place.restore(place.owner, headers);

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await place.restore(place.owner)).toMatchObject({
      status: 409,
      body: { message: 'The workspace is active already.' },
    });
  });
});

/** How each sealed column of a workspace's rows is named; a column that is not here fails the test. */
const sealedColumns: Record<string, (row: { id: string }) => string> = {
  'idempotency.sealed_answer': ({ id }) => `idempotency/${id}/answer`,
};

/** Whether each sealed value of the workspace opens. */
async function opened(workspaceId: string): Promise<boolean[]> {
  const { rows: columns } = await knex.raw<{ rows: { table: string; column: string }[] }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.column_name like 'sealed\\_%' and c.table_name <> 'workspace_key' and exists (
      select from information_schema.columns w where w.table_name = c.table_name and w.column_name = 'workspace_id')`);
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(Object.keys(sealedColumns));
  const results: boolean[] = [];
  for (const { table, column } of columns) {
    const { rows } = await knex.raw<{ rows: { id: string; sealed: Buffer }[] }>(
      'select id, ?? as sealed from ?? where workspace_id = ? and ?? is not null',
      [column, table, workspaceId, column],
    );
    for (const row of rows) {
      const name = sealedColumns[`${table}.${column}`]?.(row) ?? '';
      results.push(await opens(workspaceId, name, row.sealed));
    }
  }
  return results;
}

async function opens(workspaceId: string, name: string, sealed: Buffer): Promise<boolean> {
  try {
    await unsealInWorkspace(ctx, { workspaceId, name }, sealed);
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}

describe('shredding a workspace', () => {
  it('destroys its key when its time is over and not before; nothing sealed opens again, its log stays whole', async () => {
    const place = await company();
    const { owner, workspaceId } = place;
    for (const key of ['one', 'two'])
      await t.rest('POST', '/api/console/applications', {
        as: owner,
        workspace: workspaceId,
        body: { name: key },
        headers: { 'idempotency-key': key },
      });
    const sealed = await sealInWorkspace(ctx, { workspaceId, name: 'idempotency/idem_1/answer' }, 'hello');
    await place.delete(owner, place.admin);
    t.clock.set('2026-12-20T08:59:59.999Z');
    await shredWorkspaces(t.ports);
    const before = [await opened(workspaceId), await opens(workspaceId, 'idempotency/idem_1/answer', sealed)];

    t.clock.set(end);
    await shredWorkspaces(t.ports);
    await shredWorkspaces(t.ports);

    expect(before).toEqual([[true, true], true]);
    expect([
      await opened(workspaceId),
      await opens(workspaceId, 'idempotency/idem_1/answer', sealed),
    ]).toEqual([[false, false], false]);
    const keys = await knex('workspaceKey').where({ workspaceId });
    expect(keys).toMatchObject([{ sealedKey: null, destroyedAt: new Date(end) }]);
    expect(await Workspace.query(knex).findById(workspaceId)).toMatchObject({ status: 'DELETED' });
    const [told, ...others] = (await eventsOf(t, workspaceId)).filter(
      ({ type }) => type === 'workspace.deleted',
    );
    expect(told).toMatchObject({
      actor: { kind: 'SYSTEM', id: 'shred-workspaces' },
      data: { status: 'DELETED' },
    });
    expect(others).toEqual([]);
    const client = { requestId: 'req_test', ip: null, userAgent: null, idempotencyKey: null };
    expect(await verifyChain(createContext(t.ports, client), workspaceId)).toMatchObject({ firstBad: null });
  });

  it('cannot be undone: the owner is told so, and the slug is not given to another', async () => {
    const place = await company();
    await place.delete(place.owner, place.admin);
    t.clock.set(end);
    await shredWorkspaces(t.ports);
    const { slug } = await Workspace.query(knex).findById(place.workspaceId).throwIfNotFound();

    const answer = await place.restore(await fresh(place.owner));

    expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(answer.body.transition).toEqual({ from: 'DELETED', action: 'restore', allowed: [] });
    const another = knex('workspace').where({ id: place.admin.ownWorkspaceId }).update({ slug });
    await expect(another).rejects.toMatchObject({ code: '23505' });
  });

  it('touches no other workspace, and one that fails holds up no other', async () => {
    const [broken, other, active] = [await company(), await company(), await company()];
    await broken.delete(broken.owner, broken.admin);
    await other.delete(other.owner, other.admin);
    const sealed = await sealInWorkspace(
      ctx,
      { workspaceId: active.workspaceId, name: 'idempotency/idem_1/answer' },
      'hello',
    );
    // Its log cannot be written: the head counts an entry that is not there.
    await knex('auditHead').where({ chain: broken.workspaceId }).update({ seq: 1 });
    t.clock.set(end);

    await shredWorkspaces(t.ports);

    const states = await Workspace.query(knex)
      .findByIds([broken.workspaceId, other.workspaceId])
      .orderBy('id');
    expect(states.map(({ status }) => status)).toEqual(['DELETING', 'DELETED']);
    expect(await opens(active.workspaceId, 'idempotency/idem_1/answer', sealed)).toBe(true);
    expect(t.events).toContainEqual(
      expect.objectContaining({ event: 'job.row_failed', job: 'shred-workspaces', id: broken.workspaceId }),
    );
    await knex('workspace').where({ id: broken.workspaceId }).update({ shredsAt: '2030-01-01' });
  });

  it('beside a restoration exactly one happens, whatever the clocks of two instances say', async () => {
    const place = await company();
    const ahead = { ...t.ports, clock: { now: () => new Date(end) } };
    for (let race = 0; race < count(1000); race += 1) {
      const made = await t.rest('POST', '/api/developer-portal/workspaces', {
        as: place.owner,
        body: { name: 'Race' },
      });
      const workspaceId: string = made.body.id;
      const own = deletionOf(t, { workspaceId });
      await t.rest('POST', '/api/console/members', {
        as: place.owner,
        workspace: workspaceId,
        body: { personId: place.admin.personId, role: 'ADMIN' },
      });
      const sealed = await sealInWorkspace(ctx, { workspaceId, name: 'idempotency/idem_1/answer' }, 'hello');
      await own.delete(place.owner, place.admin);

      const [restored] = await Promise.all(
        race % 2
          ? [own.restore(place.owner), shredWorkspaces(ahead)]
          : [own.restore(place.owner), shredWorkspaces(ahead), shredWorkspaces(ahead)],
      );

      const row = await Workspace.query(knex).findById(workspaceId).throwIfNotFound();
      const isRestored = restored.status === 200;
      expect([restored.status, row.status]).toEqual(isRestored ? [200, 'ACTIVE'] : [409, 'DELETED']);
      expect(await opens(workspaceId, 'idempotency/idem_1/answer', sealed)).toBe(isRestored);
      const types = (await eventsOf(t, workspaceId)).map(({ type }) => type);
      const ends = types.filter((type) => type === 'workspace.restored' || type === 'workspace.deleted');
      expect(ends).toEqual([isRestored ? 'workspace.restored' : 'workspace.deleted']);
    }
  });
});
