import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { applicationWithKey, cast, somebody } from '../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
beforeAll(async () => void (await t.app.listen({ port: 0, host: '127.0.0.1' })));

interface Held {
  path: string;
  token: string;
  body: object;
}

/** Sends the head of a request, acts once the server has checked it, and sends the body after a delay. */
async function heldBack({ path, token, body }: Held, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const { port } = t.app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${token}`,
    'x-workspace-id': everyone.workspaceId,
    'content-type': 'application/json',
    'content-length': text.length,
  };
  const counting = vi.spyOn(t.ports.limiter, 'take');
  const sending = send({ host: '127.0.0.1', port, path, method: 'POST', headers });
  const answered = once(sending, 'response');
  sending.flushHeaders();
  // The server counts a request once it has checked the caller.
  while (counting.mock.calls.length === 0) await turn();
  counting.mockRestore();
  const start = performance.now();
  await meanwhile();
  while (performance.now() - start < 300) await turn();
  sending.end(text);
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('a request with a delayed body', () => {
  const echo = ({ secret }: { secret: string }) => ({
    path: '/v1/sandbox/echo',
    token: secret,
    body: { message: 'late' },
  });

  it('spec §5.5: is rejected if the key was revoked meanwhile', async () => {
    const key = await applicationWithKey(t, everyone);
    const path = `/api/console/applications/${key.applicationId}/keys/${key.keyId}/revoke`;

    const status = await heldBack(echo(key), async () => await t.rest('POST', path, { as: everyone.owner }));

    expect(status).toBe(401);
  });

  it.each([
    ['REST', '/api/console/applications', { name: 'late' }],
    ['GraphQL', '/graphql', { query: '{ me { person { id } } }' }],
  ])('is rejected if the session ended meanwhile, over %s', async (_name, path, body) => {
    const { token } = await everyone.another('DEVELOPER');

    const status = await heldBack(
      { path, token, body },
      async () => await t.rest('POST', '/api/auth/sign-out', { as: token }),
    );

    expect(status).toBe(401);
  });

  it('is served if nothing has changed', async () => {
    const key = await applicationWithKey(t, everyone);

    const status = await heldBack(echo(key), async () => {});

    expect(status).toBe(200);
  });
});

describe('several mutations in one operation', () => {
  it('stop once one of them has ended the session', async () => {
    const developer = await everyone.another('DEVELOPER');
    const query = `mutation {
      signOut(input: {}) { endedSessionIds }
      createApplication(input: { name: "ghost" }) { application { id } }
    }`;

    const { body } = await t.graphql(query, {}, { as: developer, workspace: everyone.workspaceId });

    expect(body.data.signOut.endedSessionIds).toHaveLength(1);
    expect(body.data.createApplication).toBeNull();
    expect(body.errors[0].extensions.code).toBe('session_invalid');
  });

  it('stop once one of them has removed the permission', async () => {
    const admin = await everyone.another('ADMIN');
    const query = `mutation ($id: ID!) {
      changeMemberRole(input: { id: $id, role: VIEWER }) { member { role } }
      createApplication(input: { name: "ghost" }) { application { id } }
    }`;

    const { body } = await t.graphql(
      query,
      { id: admin.memberId },
      { as: admin, workspace: everyone.workspaceId },
    );

    expect(body.data.changeMemberRole.member.role).toBe('VIEWER');
    expect(body.data.createApplication).toBeNull();
    expect(body.errors[0]).toMatchObject({
      message: 'Workspace permission is required: applications:write',
      extensions: { code: 'permission_required' },
    });
  });
});

describe('the rank of the caller', () => {
  it('is the one at the time of the command, not at the start of the request', async () => {
    const [owner, guest] = [await everyone.another('OWNER'), await somebody(t)];
    const query = `mutation ($id: ID!, $personId: ID!) {
      changeMemberRole(input: { id: $id, role: ADMIN }) { member { role } }
      addMember(input: { personId: $personId, role: OWNER }) { member { id } }
    }`;
    const variables = { id: owner.memberId, personId: guest.personId };

    const { body } = await t.graphql(query, variables, { as: owner, workspace: everyone.workspaceId });

    expect(body.data).toMatchObject({ changeMemberRole: { member: { role: 'ADMIN' } }, addMember: null });
    expect(body.errors).toMatchObject([{ path: ['addMember'], extensions: { code: 'rank_too_low' } }]);
  });

  it('is checked in the same way for live keys', async () => {
    const admin = await everyone.another('ADMIN');
    const { applicationId } = await applicationWithKey(t, everyone);
    const query = `mutation ($id: ID!, $input: CreateApiKeyInput!) {
      changeMemberRole(input: { id: $id, role: DEVELOPER }) { member { role } }
      createApiKey(input: $input) { secret }
    }`;
    const input = { applicationId, environment: 'LIVE', name: 'live', scopes: ['read'] };

    const { body } = await t.graphql(
      query,
      { id: admin.memberId, input },
      { as: admin, workspace: everyone.workspaceId },
    );

    expect(body.errors).toMatchObject([
      { path: ['createApiKey'], extensions: { permission: 'api_keys:create_live' } },
    ]);
  });
});

describe('an Idempotency-Key for an operation that issues tokens', () => {
  it('is not stored: each sign-in is separate, and no token is in the database', async () => {
    const { owner } = everyone;
    const query = `mutation ($email: String!, $password: String!) {
      signIn(input: { email: $email, password: $password }) { refreshToken }
    }`;
    const variables = { email: owner.email, password: owner.password };
    const request = { as: owner, headers: { 'idempotency-key': 'sign-in-once' } };

    const first = await t.graphql(query, variables, request);
    const second = await t.graphql(query, variables, request);

    expect(first.body.data.signIn.refreshToken).not.toBe(second.body.data.signIn.refreshToken);
    const { rows } = await t.ports.database.knex.raw('select answer::text from idempotency');
    expect(JSON.stringify(rows)).not.toContain('rt_');
  });
});
