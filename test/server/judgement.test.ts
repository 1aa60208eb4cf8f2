import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { applicationWithKey, cast } from '../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
beforeAll(async () => void (await t.app.listen({ port: 0, host: '127.0.0.1' })));

/** Sends the head of a request, does something meanwhile, holds the body back, and then sends it. */
async function heldBack(
  { keyId, secret }: { keyId: string; secret: string },
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> {
  const body = '{"message":"late"}';
  const { port } = t.app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const sending = send({ host: '127.0.0.1', port, path: '/v1/sandbox/echo', method: 'POST', headers });
  const answered = once(sending, 'response');
  sending.flushHeaders();
  // A key is touched once it was judged.
  while (!t.ports.keyUse.pending(keyId)) await turn();
  const start = performance.now();
  await meanwhile();
  while (performance.now() - start < 300) await turn();
  sending.end(body);
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('a request whose body is held back', () => {
  it('spec §5.5: is refused when the key was revoked meanwhile', async () => {
    const key = await applicationWithKey(t, everyone);
    const path = `/api/console/applications/${key.applicationId}/keys/${key.keyId}/revoke`;

    const status = await heldBack(key, async () => await t.rest('POST', path, { as: everyone.owner }));

    expect(status).toBe(401);
  });

  it('is served when nothing has changed', async () => {
    const key = await applicationWithKey(t, everyone);

    const status = await heldBack(key, async () => {});

    expect(status).toBe(200);
  });
});

describe('several mutations in one operation', () => {
  it('act no further once one of them has ended the session', async () => {
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

  it('act no further once one of them has taken the permission away', async () => {
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

describe('an Idempotency-Key with what gives out tokens', () => {
  it('is not kept: each sign-in is one of its own, and no token is in the database', async () => {
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
