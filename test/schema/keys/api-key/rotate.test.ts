import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { applicationWithKey, cast, type Somebody } from '../../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId } = everyone;
const { knex } = t.ports.database;

describe('rotating an API key', () => {
  it('spec §3, §5.5: issues a new secret for the same key; the old one stops working immediately', async () => {
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    expect((await echo(secret)).status).toBe(200);

    const { apiKey, secret: next } = await rotate(keyId);

    expect(apiKey).toMatchObject({
      id: keyId,
      applicationId,
      name: 'ci',
      scopes: ['read', 'write'],
      status: 'ACTIVE',
      version: 2,
      prefix: next.split('_')[2],
      lastFour: next.slice(-4),
      rotatedAt: '2026-11-20T09:00:00.000Z',
    });
    expect(await echo(secret)).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
    expect((await echo(next)).status).toBe(200);
    expect(next.split('_')[2]).not.toBe(secret.split('_')[2]);
  });

  it('increments the version again, and every earlier secret stays invalid', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);
    const second = await rotate(keyId);

    const third = await rotate(keyId);

    expect(third.apiKey).toMatchObject({ id: keyId, version: 3 });
    const answers = [await echo(secret), await echo(second.secret), await echo(third.secret)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  it('keeps the expiry date and the people who saw a secret, including the old one', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    const developer = await everyone.as('DEVELOPER');
    const body = { name: 'ending', environment: 'SANDBOX', scopes: ['read'], expiresOn: '2027-06-30' };
    const made = await t.rest('POST', `/api/console/applications/${applicationId}/keys`, { as: owner, body });

    const { apiKey } = await rotate(made.body.id, developer);

    const row = await ApiKey.query(knex).findById(apiKey.id).throwIfNotFound();
    expect(row.expiresOn).toBe('2027-06-30');
    expect(row.seenBy.toSorted()).toEqual([owner.personId, developer.personId].toSorted());
  });

  it('writes one event and one audit entry with the prefix and version, before and after', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);

    const { secret: next, requestId } = await rotate(keyId);

    const [was, is] = [secret.split('_')[2], next.split('_')[2]];
    const actor = { kind: 'MEMBER', id: owner.memberId, personId: owner.personId };
    const events = await Event.query(knex)
      .where({ type: 'api_key.rotated' })
      .whereRaw("resource ->> 'id' = ?", [keyId]);
    expect(events).toMatchObject([{ actor, resource: { version: 2 }, data: { prefix: is, version: 2 } }]);
    const entries = await AuditEntry.query(knex)
      .where({ action: 'api_key.rotated' })
      .whereRaw("targets -> 0 ->> 'id' = ?", [keyId]);
    expect(entries).toMatchObject([
      { outcome: 'SUCCESS', actor, origin: { requestId }, changes: { prefix: [was, is], version: [1, 2] } },
    ]);
  });

  it('spec §7: is refused to a role without the permission, for any key', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);
    const viewer = await everyone.as('VIEWER');

    const answers = [await rotate(keyId, viewer), await rotate('key_nothing', viewer)];

    expect(answers.map(({ refusal }) => refusal.message)).toEqual([
      'Workspace permission is required: api_keys:rotate_sandbox',
      'Workspace permission is required: api_keys:rotate_sandbox',
    ]);
    expect((await echo(secret)).status).toBe(200);
  });

  it('finds no key of another workspace or another application', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);
    const other = await applicationWithKey(t, everyone);

    const foreign = await rotate(keyId, strangers.owner, strangers.workspaceId);
    const astray = await t.rest(
      'POST',
      `/api/console/applications/${other.applicationId}/keys/${keyId}/rotate`,
      {
        as: owner,
      },
    );

    expect(foreign.refusal).toMatchObject({ code: 'not_found', status: 404 });
    expect(astray).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await echo(secret)).status).toBe(200);
  });

  it('requires the permission for live keys if the key is live', async () => {
    const keyId = await liveKey();

    const developer = await rotate(keyId, await everyone.as('DEVELOPER'));
    const administrator = await rotate(keyId, await everyone.as('SECURITY_ADMINISTRATOR'));

    expect(developer.refusal.message).toBe('Workspace permission is required: api_keys:rotate_live');
    expect(administrator.secret).toMatch(/^ak_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{42}$/);
  });

  it('is refused for a revoked key', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);
    await revoke(keyId);

    const answer = await rotate(keyId);

    expect(answer.refusal).toMatchObject({ code: 'key_not_rotatable', status: 409 });
    expect(answer.secret).toBeUndefined();
    expect(await echo(secret)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  });

  it('is refused for an expired key, from the first moment after its last day', async () => {
    const { keyId } = await applicationWithKey(t, everyone);
    await ApiKey.change(knex, keyId, t.clock.now(), { expiresOn: '2026-11-19' });
    const good = await applicationWithKey(t, everyone);
    await ApiKey.change(knex, good.keyId, t.clock.now(), { expiresOn: '2026-11-20' });

    const answer = await rotate(keyId);
    const lastDay = await rotate(good.keyId);

    expect(answer.refusal).toMatchObject({ code: 'key_not_rotatable', status: 409 });
    expect(lastDay.apiKey.version).toBe(2);
  });
});

describe('simultaneous rotations', () => {
  it('both succeed, and exactly one secret works at the end: that of the higher version', async () => {
    for (let i = 0; i < count(500); i += 1) {
      const { keyId, secret } = await applicationWithKey(t, everyone);

      const answers = await Promise.all([rotate(keyId), rotate(keyId)]);

      const [second, third] = answers.toSorted((a, b) => a.apiKey.version - b.apiKey.version);
      expect([second?.apiKey.version, third?.apiKey.version]).toEqual([2, 3]);
      for (const answer of answers) expect(answer.apiKey.lastFour).toBe(answer.secret.slice(-4));
      const works = [await echo(secret), await echo(second?.secret), await echo(third?.secret)];
      expect(works.map(({ status }) => status)).toEqual([401, 401, 200]);
    }
  });

  it('leave no working secret if a revocation runs at the same time, in either order', async () => {
    for (let i = 0; i < count(500); i += 1) {
      const { keyId, secret } = await applicationWithKey(t, everyone);

      const [rotated, revoked] = await Promise.all([rotate(keyId), revoke(keyId)]);

      expect(revoked.refusal).toBeUndefined();
      expect([undefined, 'key_not_rotatable']).toContain(rotated.refusal?.code);
      const shown = rotated.secret ?? secret;
      expect(await echo(shown)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
      expect((await echo(secret)).status).toBe(401);
      expect(await ApiKey.query(knex).findById(keyId)).toMatchObject({ status: 'REVOKED' });
    }
  });
});

describe('revoking an API key', () => {
  it('spec §3: leaves the key disabled permanently', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);

    const { apiKey } = await revoke(keyId, owner, 'Leaked.');

    expect(apiKey).toMatchObject({
      id: keyId,
      status: 'REVOKED',
      effectiveStatus: 'REVOKED',
      revokedAt: '2026-11-20T09:00:00.000Z',
      revokeReason: 'Leaked.',
    });
    expect(await echo(secret)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  });

  it('returns 409 the second time, with the state, the action and no allowed action', async () => {
    const { keyId } = await applicationWithKey(t, everyone);
    await revoke(keyId);

    const answer = await revoke(keyId);

    expect(answer.refusal).toMatchObject({
      code: 'invalid_transition',
      status: 409,
      transition: { from: 'REVOKED', action: 'revoke', allowed: [] },
    });
  });

  it('writes one event and one audit entry with the reason', async () => {
    const { keyId } = await applicationWithKey(t, everyone);

    await revoke(keyId, owner, 'Leaked.');

    const event = { type: 'api_key.revoked' };
    expect(await Event.query(knex).where(event).whereRaw("resource ->> 'id' = ?", [keyId])).toMatchObject([
      { data: { status: 'REVOKED' } },
    ]);
    const entries = AuditEntry.query(knex).whereRaw("targets -> 0 ->> 'id' = ?", [keyId]).orderBy('seq');
    expect((await entries).slice(1)).toMatchObject([
      { action: 'api_key.revoked', outcome: 'SUCCESS', reason: 'Leaked.' },
    ]);
  });

  it('spec §7: is refused to a role without the permission, and finds no key of another workspace', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);

    const viewer = await revoke(keyId, await everyone.as('VIEWER'));
    const foreign = await revoke(keyId, strangers.owner, null, strangers.workspaceId);

    expect(viewer.refusal.message).toBe('Workspace permission is required: api_keys:revoke_sandbox');
    expect(foreign.refusal).toMatchObject({ code: 'not_found', status: 404 });
    expect((await echo(secret)).status).toBe(200);
  });

  it('requires the permission for live keys if the key is live', async () => {
    const keyId = await liveKey();

    const developer = await revoke(keyId, await everyone.as('DEVELOPER'));
    const administrator = await revoke(keyId, await everyone.as('SECURITY_ADMINISTRATOR'));

    expect(developer.refusal.message).toBe('Workspace permission is required: api_keys:revoke_live');
    expect(administrator.apiKey.status).toBe('REVOKED');
  });
});

const parts = `id applicationId name scopes prefix lastFour status effectiveStatus version rotatedAt revokedAt
  revokeReason`;

async function liveKey(): Promise<string> {
  const { ask, approve } = approvalsOf(t, everyone);
  const asked = await ask(await everyone.as('DEVELOPER'));
  await approve(asked, owner);
  const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
  const path = `/api/console/applications/${asked.applicationId}/keys`;
  return (await t.rest('POST', path, { as: owner, workspace: workspaceId, body })).body.id;
}

async function rotate(id: string, as: Somebody = owner, workspace = workspaceId) {
  const query = `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { apiKey { ${parts} } secret } }`;
  return read('rotateApiKey', await t.graphql(query, { input: { id } }, { as, workspace }));
}

async function revoke(
  id: string,
  as: Somebody = owner,
  reason: string | null = null,
  workspace = workspaceId,
) {
  const query = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${parts} } } }`;
  return read('revokeApiKey', await t.graphql(query, { input: { id, reason } }, { as, workspace }));
}

function read(field: string, { body, headers }: Awaited<ReturnType<typeof t.graphql>>) {
  const refusal = body.errors?.[0] && { message: body.errors[0].message, ...body.errors[0].extensions };
  return { ...body.data?.[field], refusal, requestId: headers['x-request-id'] };
}

async function echo(as: string) {
  return await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'hi' } });
}
