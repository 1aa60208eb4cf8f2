import { describe, expect, it } from 'vitest';
import { UnsealError } from '../../../../db/envelope.ts';
import { CredentialReference } from '../../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { openSigningSecret } from '../../../../schema/deliver/webhook-endpoint/secret.ts';
import { sealInWorkspace, unsealInWorkspace } from '../../../../schema/kernel/workspace-key.ts';
import { shredWorkspaces } from '../../../../schema/approvals/workspace-deletion/shred.ts';
import { verifyChain } from '../../../../schema/records/audit/verify.ts';
import { createContext, nobody, createSystemContext } from '../../../../schema/command/create-context.ts';
import { verifierPlaceOf } from '../../../../schema/connect/connection/end-authorization.ts';
import { tokenPlaceOf } from '../../../../schema/connect/vault/elsewhere.ts';
import { unsealSecret } from '../../../../schema/connect/vault/envelope.ts';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf, oauthDocument } from '../../../support/connections.ts';
import { count } from '../../../support/count.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { applicationWithKey, cast, type Cast, type CastMember, join } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { serviceCredential } from '../../../support/instance.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { provider } from '../../../support/provider.ts';

// Sessions outlive the times to which the tests advance, so that only the workspace's deadline passes.
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
  const admin = await people.added('ADMIN');
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
  it('restores members, applications and sandbox keys, but never a live key', async () => {
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
    const replaced = [
      await t.rest('POST', `${path}/rotate`, { as: owner, workspace }),
      await t.rest('POST', `${path}/successor`, { as: owner, workspace, body: { name: 'next' } }),
    ];
    for (const answer of replaced)
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'key_not_rotatable',
          message:
            'The workspace of this key was deleted, which ended its live keys permanently. Restoring it did not bring them back. Create another key.',
        },
      });
    const another = await createLive(place, live.applicationId);
    expect(await verify(another.secret)).toMatchObject({ valid: true });
  });

  it('does not revive a live key, not even with a later approval', async () => {
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
  ])('at its deadline ($when): $status', async ({ at, status, listed }) => {
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

  it('succeeds once: a second try is refused, and the same Idempotency-Key replays the first', async () => {
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

interface Sealed {
  id: string;
  sealed: Buffer;
}

/** How to open each sealed column of a workspace's rows; a column that is missing here fails the test. */
const openers: Record<string, (workspaceId: string, row: Sealed) => Promise<unknown>> = {
  'idempotency.sealed_answer': async (workspaceId, { id, sealed }) =>
    await unsealInWorkspace(ctx, { workspaceId, name: `idempotency/${id}/answer` }, sealed),
  'connection_authorization.sealed_verifier': async (workspaceId, { id, sealed }) =>
    await unsealInWorkspace(ctx, verifierPlaceOf({ id, workspaceId }), sealed),
  'vault.sealed_token': async (workspaceId, { id, sealed }) =>
    await unsealInWorkspace(ctx, tokenPlaceOf({ id, workspaceId }), sealed),
  'mcp_tool_call.sealed_said': async (workspaceId, { id, sealed }) =>
    await unsealInWorkspace(ctx, { workspaceId, name: `mcp_tool_call/${id}/said` }, sealed),
  'mcp_tool_call.sealed_answer': async (workspaceId, { id, sealed }) =>
    await unsealInWorkspace(ctx, { workspaceId, name: `mcp_tool_call/${id}/answer` }, sealed),
  'webhook_endpoint.sealed_secret': async (workspaceId, { id, sealed }) =>
    await openSigningSecretOf(workspaceId, id, sealed, 0),
  'webhook_endpoint.sealed_previous_secret': async (workspaceId, { id, sealed }) =>
    await openSigningSecretOf(workspaceId, id, sealed, -1),
  'credential_version.sealed_key': openVersion,
  'credential_version.sealed_secret': openVersion,
};

async function openVersion(workspaceId: string, { id }: Sealed): Promise<unknown> {
  const version = await CredentialVersion.query(knex).findById(id).throwIfNotFound();
  const owner = await CredentialReference.query(knex).findById(version.referenceId).throwIfNotFound();
  const readSealedKey = () => Promise.resolve(version.sealedKey);
  const { version: number, sealedSecret } = version;
  const sealed = { id, version: number, sealedSecret, readSealedKey };
  return await unsealSecret(createSystemContext(t.ports, 'test', workspaceId), owner, sealed);
}

async function openSigningSecretOf(
  workspaceId: string,
  id: string,
  sealed: Buffer,
  behind: number,
): Promise<unknown> {
  const { secretVersion } = await WebhookEndpoint.query(knex).findById(id).throwIfNotFound();
  return await openSigningSecret(ctx, { id, workspaceId }, secretVersion + behind, sealed);
}

/** Returns whether each sealed value of the workspace opens, by column and row. */
async function opened(workspaceId: string): Promise<Record<string, boolean>> {
  const { rows: columns } = await knex.raw<{ rows: { table: string; column: string }[] }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.column_name like 'sealed\\_%' and c.table_name <> 'workspace_key' and exists (
      select from information_schema.columns w where w.table_name = c.table_name and w.column_name = 'workspace_id')`);
  const names = columns.map(({ table, column }) => `${table}.${column}`);
  expect(names.toSorted()).toEqual(Object.keys(openers).toSorted());
  const results: Record<string, boolean> = {};
  for (const { table, column } of columns) {
    const { rows } = await knex.raw<{ rows: Sealed[] }>(
      'select id, ?? as sealed from ?? where workspace_id = ? and ?? is not null',
      [column, table, workspaceId, column],
    );
    const name = `${table}.${column}`;
    for (const row of rows)
      results[`${name} of ${row.id}`] = await isOpen(async () => await openers[name]?.(workspaceId, row));
  }
  return results;
}

async function isOpen(open: () => Promise<unknown>): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}

/** Seals a value of the workspace, as a copy elsewhere; the returned function tries to open it. */
async function copyOf(workspaceId: string): Promise<() => Promise<boolean>> {
  const place = { workspaceId, name: 'idempotency/idem_1/answer' };
  const sealed = await sealInWorkspace(ctx, place, 'hello');
  return async () => await isOpen(async () => await unsealInWorkspace(ctx, place, sealed));
}

/** Creates a secret in our vault, an external vault, and a pending authorization at a provider. */
async function fillVault(as: CastMember, workspace: string): Promise<void> {
  const post = async (path: string, body: unknown) =>
    (await t.rest('POST', `/api/console/${path}`, { as, workspace, body })).body.id as string;
  const projectId = await post('projects', { name: 'Shop' });
  const secret = { token: 'a token' };
  await post('connect/credential-references', { projectId, provider: 'github', kind: 'BEARER', secret });
  const address = 'https://vault.example.com';
  await post('connect/vaults', {
    name: 'Theirs',
    driver: 'KEY_VALUE',
    address,
    mount: 'secret',
    token: 'hvs.x',
  });
  const connections = connectionsOf(t, { owner: as, workspaceId: workspace });
  const client = { kind: 'OAUTH2_CLIENT', secret: { clientId: 'an id', clientSecret: 'a secret' } };
  const { id } = await connections.made({ document: oauthDocument }, { secret: client });
  await connections.act(id, 'authorize');
}

/** Creates a webhook endpoint with two secrets. */
async function tellSomebody(as: CastMember, workspace: string): Promise<void> {
  const endpoints = '/api/console/webhooks/endpoints';
  const body = { environment: 'LIVE', url: 'https://hooks.example.com/', eventTypes: ['application.*'] };
  const { id } = (await t.rest('POST', endpoints, { as, workspace, body })).body;
  await t.rest('POST', `${endpoints}/${id}/rotate-secret`, {
    as,
    workspace,
    body: { graceSeconds: 604_800 },
  });
}

/** Creates a tool call that an agent requests. */
async function askForWrite(owner: CastMember, workspaceId: string, reviewer: CastMember): Promise<void> {
  const servers = await mcpServersOf(t, { owner, workspaceId }, await provider());
  const server = await servers.published(['createOrder'], reviewer);
  const credentialId = (await servers.credential()).body.id as string;
  await servers.grant(await servers.grantInput(server, credentialId, 'createOrder'));
  const agent = agentOf(t, await agentToken(t, { credentialId }));
  const { capabilityId } = await servers.tool('createOrder');
  const { selection } = (await agent.describe(capabilityId)).body.selection;
  const { status } = await agent.request(capabilityId, {
    selection,
    arguments: { body: { id: 1, item: 'Lamp' } },
  });
  expect(status).toBe(202);
}

describe('shredding a workspace', () => {
  it('destroys its key at its deadline and not before: no sealed value opens again, and its audit chain stays valid', async () => {
    const place = await company();
    const { owner, workspaceId } = place;
    for (const key of ['one', 'two'])
      await t.rest('POST', '/api/console/applications', {
        as: owner,
        workspace: workspaceId,
        body: { name: key },
        headers: { 'idempotency-key': key },
      });
    await fillVault(owner, workspaceId);
    await askForWrite(owner, workspaceId, place.admin);
    await tellSomebody(owner, workspaceId);
    const opensCopy = await copyOf(workspaceId);
    await place.delete(owner, place.admin);
    t.clock.set('2026-12-20T08:59:59.999Z');
    await shredWorkspaces(t.ports);
    const before = { ...(await opened(workspaceId)), copy: await opensCopy() };

    t.clock.set(end);
    await shredWorkspaces(t.ports);
    await shredWorkspaces(t.ports);

    // A data key may stay cached for this long.
    t.clock.advance({ minutes: 1 });
    const after = { ...(await opened(workspaceId)), copy: await opensCopy() };

    expect(Object.keys(before)).toHaveLength(14);
    expect(new Set(Object.values(before))).toEqual(new Set([true]));
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(new Set(Object.values(after))).toEqual(new Set([false]));
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
    expect(await verifyChain(createContext(t.ports, nobody()), workspaceId)).toMatchObject({
      firstBad: null,
    });
  });

  it('cannot be undone: a restoration is refused, and the slug stays taken', async () => {
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

  it('affects no other workspace, and one that fails delays no other', async () => {
    const [broken, other, active] = [await company(), await company(), await company()];
    await broken.delete(broken.owner, broken.admin);
    await other.delete(other.owner, other.admin);
    const opensCopy = await copyOf(active.workspaceId);
    // Its log cannot be written, because the head counts an entry that does not exist.
    await knex('auditHead').where({ chain: broken.workspaceId }).update({ seq: 1 });
    t.clock.set(end);

    await shredWorkspaces(t.ports);

    const states = await Workspace.query(knex)
      .findByIds([broken.workspaceId, other.workspaceId])
      .orderBy('id');
    expect(states.map(({ status }) => status)).toEqual(['DELETING', 'DELETED']);
    expect(await opensCopy()).toBe(true);
    expect(t.events).toContainEqual(
      expect.objectContaining({ event: 'job.row_failed', job: 'shred-workspaces', id: broken.workspaceId }),
    );
    await knex('workspace').where({ id: broken.workspaceId }).update({ shredsAt: '2030-01-01' });
  });

  it('concurrent with a restoration: exactly one succeeds, regardless of the clocks of two instances', async () => {
    const place = await company();
    const ahead = { ...t.ports, clock: { now: () => new Date(end) } };
    for (let race = 0; race < count(300); race += 1) {
      const made = await t.rest('POST', '/api/developer-portal/workspaces', {
        as: place.owner,
        body: { name: 'Race' },
      });
      const workspaceId: string = made.body.id;
      const own = deletionOf(t, { workspaceId });
      await join(t, { person: place.admin, role: 'ADMIN', by: place.owner, workspace: workspaceId });
      const opensCopy = await copyOf(workspaceId);
      await own.delete(place.owner, place.admin);

      const [restored] = await Promise.all(
        race % 2
          ? [own.restore(place.owner), shredWorkspaces(ahead)]
          : [own.restore(place.owner), shredWorkspaces(ahead), shredWorkspaces(ahead)],
      );

      const row = await Workspace.query(knex).findById(workspaceId).throwIfNotFound();
      const isRestored = restored.status === 200;
      expect([restored.status, row.status]).toEqual(isRestored ? [200, 'ACTIVE'] : [409, 'DELETED']);
      expect(await opensCopy()).toBe(isRestored);
      const types = (await eventsOf(t, workspaceId)).map(({ type }) => type);
      const ends = types.filter((type) => type === 'workspace.restored' || type === 'workspace.deleted');
      expect(ends).toEqual([isRestored ? 'workspace.restored' : 'workspace.deleted']);
    }
  });
});
