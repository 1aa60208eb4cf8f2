import { beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CreateApplicationDocument } from '../../../../adapters/documents.generated.ts';
import { run } from '../../../../schema/run.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { liveTo } from '../../../support/live.ts';
import {
  accept,
  cast,
  type Cast,
  type CastMember,
  type Founder,
  join,
  signInAgain,
  somebody,
} from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
await t.app.listen({ port: 0, host: 'localhost' });
const { watch } = liveTo(t);

const refused = {
  status: 401,
  body: {
    code: 'session_expired',
    message: 'Your membership of this workspace was reactivated after you signed in. Sign in again.',
  },
};
let everyone: Cast;
let guest: CastMember & Founder;
beforeEach(async () => {
  everyone = await cast(t);
  guest = await everyone.added('DEVELOPER');
});

const asOwner = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
  t.clock.advance({ seconds: 1 });
  const { owner, workspaceId: workspace } = everyone;
  return await t.rest(method, `/api/console/members${path}`, { as: owner, workspace, body });
};
const suspend = async () => await asOwner('POST', `/${guest.memberId}/suspend`);
const reactivate = async () => await asOwner('POST', `/${guest.memberId}/reactivate`);
const add = async () => await asOwner('POST', '', { personId: guest.personId, role: 'DEVELOPER' });
const addAgain = async () => {
  await asOwner('DELETE', `/${guest.memberId}`);
  await add();
  await accept(t, guest, everyone.workspaceId);
};
const suspendAndReactivate = async () => {
  await suspend();
  await reactivate();
};
const members = async (workspace = everyone.workspaceId): Promise<Answer> =>
  await t.rest('GET', '/api/console/members', { as: guest, workspace });

describe.each([
  ['reactivated', suspendAndReactivate],
  ['removed and added again', addAgain],
])('spec §5.11: a member who was %s', (_state, letBack) => {
  it('is refused with an earlier session, in that workspace only', async () => {
    await letBack();

    expect(await members()).toMatchObject(refused);
    expect(await members(guest.ownWorkspaceId)).toMatchObject({ status: 200 });
  });

  it('is served after signing in again, and not after a refresh', async () => {
    await letBack();
    const refreshed = await t.rest('POST', '/api/auth/refresh', {
      body: { refreshToken: guest.refreshToken },
    });
    guest.token = refreshed.body.accessToken;
    const still = await members();
    await signInAgain(t, guest);

    expect([refreshed.status, still.status]).toEqual([200, 401]);
    expect(await members()).toMatchObject({ status: 200 });
  });

  it('is refused on a socket with such a session', async () => {
    await letBack();

    const opening = watch(guest, everyone.workspaceId);

    await expect(opening).rejects.toThrow(refused.body.message);
  });

  it('gets no replayed answer for an Idempotency-Key of that session', async () => {
    const create = async () =>
      await t.rest('POST', '/api/console/applications', {
        as: guest,
        workspace: everyone.workspaceId,
        body: { name: 'Checkout' },
        headers: { 'idempotency-key': 'once' },
      });
    const first = await create();
    await letBack();

    expect(first.status).toBe(201);
    expect(await create()).toMatchObject(refused);
  });
});

describe('a session from before a suspension', () => {
  it('closes the socket with 4401, since a refreshed token would be refused too', async () => {
    await suspendAndReactivate();
    const address = t.app.server.address() as { port: number };
    const socket = new WebSocket(`ws://localhost:${address.port}/graphql`, 'graphql-transport-ws');
    const closed = new Promise<[number, string]>((resolve) =>
      socket.on('close', (code, reason) => resolve([code, String(reason)])),
    );
    socket.on('open', () => {
      const payload = { authorization: `Bearer ${guest.token}`, workspaceId: everyone.workspaceId };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });

    expect(await closed).toEqual([4401, refused.body.message]);
  });

  it('is refused without X-Workspace-Id too, if the workspace is the oldest', async () => {
    const person = await somebody(t);
    const guard = await somebody(t);
    const own = await t.rest('GET', '/api/developer-portal/me', { as: person });
    await join(t, { person: guard, role: 'OWNER', by: person, workspace: person.ownWorkspaceId });
    t.clock.advance({ seconds: 1 });
    const second = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Second' },
    });
    const byGuard = { as: guard, workspace: person.ownWorkspaceId };
    for (const verb of ['suspend', 'reactivate'])
      await t.rest('POST', `/api/console/members/${own.body.member.id}/${verb}`, byGuard);
    const ask = async (workspace?: string) =>
      await t.rest('GET', '/api/developer-portal/me', { as: person, workspace });

    expect(await ask()).toMatchObject(refused);
    expect(await ask(second.body.id)).toMatchObject({
      status: 200,
      body: { workspace: { id: second.body.id } },
    });
  });

  it('gets the documented 403 during the suspension, like a person who never was a member', async () => {
    await suspend();
    const stranger = await somebody(t);
    const foreign = await t.rest('GET', '/api/console/members', {
      as: stranger,
      workspace: everyone.workspaceId,
    });

    const denied = { status: 403, body: { message: 'You do not have access to the requested workspace' } };
    expect([await members(), foreign]).toMatchObject([denied, denied]);
  });

  it('leaves no audit entry when it is refused, like an expired one', async () => {
    await suspendAndReactivate();
    const before = (await entriesOf(t, guest.personId)).length;

    await members();

    expect(await entriesOf(t, guest.personId)).toHaveLength(before);
  });

  it('executes no command that was admitted before the suspension', async () => {
    const headers = { authorization: `Bearer ${guest.token}`, 'x-workspace-id': everyone.workspaceId };
    const ctx = await contextOf(t.ports, { id: 'req_held_back', ip: '127.0.0.1', headers }, 'session');
    await suspendAndReactivate();

    const made = run(ctx, CreateApplicationDocument, { input: { name: 'Checkout' } });

    await expect(made).rejects.toMatchObject({ code: 'session_expired' });
  });
});

describe('a first membership', () => {
  it('works immediately with an existing session: for an added person and for a founder', async () => {
    const person = await somebody(t);
    t.clock.advance({ minutes: 1 });
    const { owner: by, workspaceId: workspace } = everyone;
    await join(t, { person, role: 'VIEWER', by, workspace });
    const founded = await t.rest('POST', '/api/developer-portal/workspaces', {
      as: person,
      body: { name: 'Second' },
    });

    const served = [workspace, founded.body.id].map(
      async (at) => (await t.rest('GET', '/api/console/members', { as: person, workspace: at })).status,
    );

    expect(await Promise.all(served)).toEqual([200, 200]);
  });
});
