import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../schema/values/id.ts';
import { digestOf, mintSecret } from '../../schema/values/secret.ts';
import { answerPasswordResets } from '../../schema/identity/session/answer-password-resets.ts';
import { approvalsOf } from '../support/approvals.ts';
import { testApp, type Answer } from '../support/app.ts';
import { serviceCredential } from '../support/instance.ts';
import { automationOf } from '../support/automations.ts';
import { forgeriesIn } from '../support/forgeries.ts';
import { invitationsOf } from '../support/invitations.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { kinds } from '../support/mcp-servers.ts';
import { applicationWithKey, somebody, type CastMember } from '../support/people.ts';
import { remoteWorld, upstream } from '../support/remote-world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const world = await remoteWorld(t, await upstream(kinds[0]));
const { place } = world;
const { owner, workspaceId } = place;
const admin = await place.as('ADMIN');
const approvals = approvalsOf(t, place);
const invitations = invitationsOf(t, place);
const { forge, insertLike, deniedFor, undo } = forgeriesIn(t);
afterEach(undo);
const later = new Date('2099-01-01T00:00:00.000Z');

const me = async (as: CastMember) =>
  await t.rest('GET', '/api/developer-portal/me', { as, workspace: workspaceId });
const echo = async (secret: string) =>
  await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hello' } });
const signIn = async ({ email, password }: { email: string; password: string }) =>
  await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
const told = async (
  doing: Promise<{ status: number; code: string | undefined; message: string | undefined }>,
) => {
  const { status, code, message } = await doing;
  return { status, body: { code, message }, headers: {} } as Answer;
};
const sessionOf = async ({ personId }: { personId: string }) =>
  (await knex('session').where({ personId }).first()).id as string;

interface Forgery {
  what: string;
  /** Forges a row, and attempts what the forged row would grant. */
  attempt: () => Promise<{ row: string; answer: Answer }>;
}

const forgeries: Forgery[] = [
  ...[
    { what: 'a VIEWER made OWNER', change: { role: 'OWNER' } },
    { what: 'a MAC taken away', change: { mac: null } },
    { what: 'a number of activations put back', change: { activations: 7 } },
  ].map(({ what, change }) => ({
    what,
    attempt: async () => {
      const viewer = await place.another('VIEWER');
      return { row: await forge('member', viewer.memberId, change), answer: await me(viewer) };
    },
  })),
  {
    what: 'a suspended member made active',
    attempt: async () => {
      const member = await place.another('DEVELOPER');
      await t.rest('POST', `/api/console/members/${member.memberId}/suspend`, {
        as: owner,
        workspace: workspaceId,
      });
      const row = await forge('member', member.memberId, { status: 'ACTIVE' });
      return { row, answer: await me(member) };
    },
  },
  {
    what: 'a role with the MAC of another member',
    attempt: async () => {
      const [viewer, other] = [await place.another('VIEWER'), await place.another('ADMIN')];
      const { role, mac } = await knex('member').where({ id: other.memberId }).first();
      return { row: await forge('member', viewer.memberId, { role, mac }), answer: await me(viewer) };
    },
  },
  ...[
    { what: 'widened scopes of a key', change: { scopes: ['read', 'write'] } },
    { what: 'the last day of a key', change: { expiresOn: '2099-01-01' } },
    { what: 'another environment of a key', change: { environment: 'LIVE', liveGrant: 1 } },
    { what: 'another application of a key', change: { seenBy: [] } },
  ].map(({ what, change }) => ({
    what,
    attempt: async () => {
      const { keyId, secret } = await applicationWithKey(t, place, ['read']);
      return { row: await forge('apiKey', keyId, change), answer: await echo(secret) };
    },
  })),
  {
    what: 'a revoked key made active',
    attempt: async () => {
      const { keyId, secret } = await applicationWithKey(t, place);
      await t.rest('POST', `/api/console/keys/${keyId}/revoke`, { as: owner, workspace: workspaceId });
      return { row: await forge('apiKey', keyId, { status: 'ACTIVE' }), answer: await echo(secret) };
    },
  },
  {
    what: 'an inserted key',
    attempt: async () => {
      const { keyId } = await applicationWithKey(t, place);
      const { text, digest, prefix } = mintSecret('ak_sandbox');
      const row = await insertLike('apiKey', keyId, {
        id: newId('apiKey'),
        name: 'one more',
        digest,
        prefix,
      });
      return { row, answer: await echo(text) };
    },
  },
  {
    what: 'an inserted key without a MAC',
    attempt: async () => {
      const { keyId } = await applicationWithKey(t, place);
      const { text, digest, prefix } = mintSecret('ak_sandbox');
      const row = await insertLike('apiKey', keyId, {
        id: newId('apiKey'),
        name: 'one more',
        prefix,
        digest,
        mac: null,
      });
      return { row, answer: await echo(text) };
    },
  },
  {
    what: 'production access set APPROVED',
    attempt: async () => {
      const { applicationId } = await approvals.ask(owner);
      const { id } = await knex('productionAccess').where({ applicationId }).first();
      const row = await forge('productionAccess', id, { status: 'APPROVED', grants: 1, liveGrant: 1 });
      const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
      const path = `/api/console/applications/${applicationId}/keys`;
      return { row, answer: await t.rest('POST', path, { as: owner, workspace: workspaceId, body }) };
    },
  },
  {
    what: 'an approval request whose requester is somebody else',
    attempt: async () => {
      const asked = await approvals.ask(admin);
      const row = await forge('approvalRequest', asked.approvalRequestId, {
        requestedBy: owner.memberId,
        persons: [owner.personId],
      });
      return { row, answer: await told(approvals.approve(asked, admin)) };
    },
  },
  {
    what: 'an ended approval request opened again',
    attempt: async () => {
      const asked = await approvals.ask(owner);
      await approvals.reject(asked, admin);
      const row = await forge('approvalRequest', asked.approvalRequestId, {
        status: 'PENDING',
        endedAt: null,
      });
      return { row, answer: await told(approvals.approve(asked, admin)) };
    },
  },
  {
    what: 'an inserted decision',
    attempt: async () => {
      const [decided, asked] = [await approvals.ask(owner), await approvals.ask(owner)];
      await approvals.approve(decided, admin);
      const { id } = await knex('approvalDecision').where({ requestId: decided.approvalRequestId }).first();
      const other = await place.another('ADMIN');
      const row = await insertLike('approvalDecision', id, {
        id: newId('approvalDecision'),
        requestId: asked.approvalRequestId,
        memberId: other.memberId,
        personId: other.personId,
      });
      return { row, answer: await told(approvals.approve(asked, admin)) };
    },
  },
  {
    what: 'a proved address of an approver',
    attempt: async () => {
      const approver = await place.another('ADMIN');
      const asked = await approvals.ask(owner);
      const row = await forge('person', approver.personId, { emailVerifiedAt: later });
      return { row, answer: await told(approvals.approve(asked, approver)) };
    },
  },
  {
    what: 'the password of another person',
    attempt: async () => {
      const [victim, thief] = [await somebody(t), await somebody(t)];
      const { passwordHash } = await knex('person').where({ id: thief.personId }).first();
      const row = await forge('person', victim.personId, { passwordHash });
      return { row, answer: await signIn({ email: victim.email, password: thief.password }) };
    },
  },
  {
    what: 'a session that was signed out',
    attempt: async () => {
      const member = await place.another('VIEWER');
      await t.rest('POST', '/api/auth/sign-out', { as: member });
      const row = await forge('session', await sessionOf(member), { revokedAt: null, revokeReason: null });
      return { row, answer: await me(member) };
    },
  },
  {
    what: 'a session of another person',
    attempt: async () => {
      const member = await place.another('VIEWER');
      const row = await forge('session', await sessionOf(member), { personId: owner.personId });
      return { row, answer: await me(member) };
    },
  },
  {
    what: 'an inserted refresh token',
    attempt: async () => {
      const { id } = await knex('refreshToken')
        .where({ sessionId: await sessionOf(owner) })
        .first();
      const { text, digest } = mintSecret('rt');
      const row = await insertLike('refreshToken', id, { id: newId('refreshToken'), digest });
      return { row, answer: await t.rest('POST', '/api/auth/refresh', { body: { refreshToken: text } }) };
    },
  },
  {
    what: 'an inserted token of a mail that replaces a password',
    attempt: async () => {
      const [victim, thief] = [await somebody(t), await somebody(t)];
      await t.rest('POST', '/api/auth/password-reset', { body: { email: thief.email } });
      await answerPasswordResets(t.ports);
      const token = await tokenMailedTo(t, thief.email);
      const { id } = await knex('mailedToken')
        .where({ digest: digestOf(token) })
        .first();
      const row = await forge('mailedToken', id, { personId: victim.personId });
      const body = { token, password: 'another horse battery staple' };
      return { row, answer: await t.rest('POST', '/api/auth/password-reset/confirm', { body }) };
    },
  },
  {
    what: 'the role that an invitation gives',
    attempt: async () => {
      const person = await somebody(t);
      const { id, token } = await invitations.invited(person.email);
      const row = await forge('invitation', id, { role: 'OWNER' });
      return { row, answer: await invitations.accept(token, person) };
    },
  },
  {
    what: 'the owner of an automation',
    attempt: async () => {
      const { automationId, token } = await automationOf(t, place);
      const row = await forge('automation', automationId, { ownerActivations: 9 });
      return { row, answer: await t.rest('GET', '/api/developer-portal/me', { as: token }) };
    },
  },
  {
    what: 'the last day of an MCP credential',
    attempt: async () => {
      const row = await forge('mcpCredential', world.credentialId, { expiresOn: '2099-01-01' });
      return { row, answer: await world.agent.search() };
    },
  },
  ...[
    { what: 'the limits of a grant', change: { argumentLimits: '[]', rowLimit: 1_000 } },
    { what: 'the last day of a grant', change: { expiresOn: '2099-01-01' } },
  ].map(({ what, change }) => ({
    what,
    attempt: async () => {
      const capabilityId = await world.idOf('search');
      const selection = await world.selected('search');
      const { id } = await knex('mcpGrant').where({ capabilityId }).first();
      return { row: await forge('mcpGrant', id, change), answer: await world.read(selection) };
    },
  })),
  {
    what: 'the grant of a call that waits',
    attempt: async () => {
      const selection = await world.selected('close');
      const capabilityId = await world.idOf('close');
      const { id } = await knex('mcpGrant').where({ capabilityId }).first();
      const row = await forge('mcpGrant', id, { expiresOn: '2099-01-01' });
      return {
        row,
        answer: await world.agent.request(capabilityId, { selection, arguments: { query: 'x' } }),
      };
    },
  },
  {
    what: 'the secret of an automation',
    attempt: async () => {
      const { credentialId } = await automationOf(t, place, { role: 'ADMIN' });
      const { text, digest } = mintSecret('acs');
      const row = await forge('automationCredential', credentialId, { digest });
      return { row, answer: await t.rest('POST', '/api/auth/automation/token', { body: { secret: text } }) };
    },
  },
];

describe('findings A5: a row that was changed outside of the service grants nothing', () => {
  it.each(forgeries)('$what', async ({ attempt }) => {
    const { row, answer } = await attempt();

    const { status, body } = answer;
    expect([status, body.code]).toEqual([403, 'integrity_check_failed']);
    expect(body.message).toContain(row);
    expect(body.message).toContain('npm run verify');
    expect(t.events).toContainEqual(expect.objectContaining({ event: 'integrity.check_failed', row }));
    expect(await deniedFor(row)).toContain('integrity_check_failed');
  });

  it('a forged key is not valid for an operator’s service that verifies it', async () => {
    const { keyId, secret } = await applicationWithKey(t, place, ['read']);
    await forge('apiKey', keyId, { environment: 'LIVE', liveGrant: 1, scopes: ['read', 'write'] });

    const { status, body } = await t.rest('POST', '/v1/keys/verify', {
      as: serviceCredential,
      body: { key: secret },
    });

    expect([status, body.valid]).toEqual([200, false]);
    expect(t.events).toContainEqual(expect.objectContaining({ event: 'integrity.check_failed', row: keyId }));
  });

  it('a list still shows the row, so that members can inspect it', async () => {
    const viewer = await place.another('VIEWER');
    await forge('member', viewer.memberId, { role: 'ADMIN' });

    const { status, body } = await t.rest('GET', '/api/console/members', {
      as: owner,
      workspace: workspaceId,
    });

    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(viewer.memberId);
  });
});
