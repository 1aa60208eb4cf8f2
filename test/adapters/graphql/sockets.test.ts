import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { anotherInstance, testApp } from '../../support/app.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { liveTo } from '../../support/live.ts';
import { cast, type Cast, type CastMember, join, somebody } from '../../support/people.ts';

const t = await testApp({ LIMIT_SOCKETS_PER_MEMBER: '3' });
const beside = await anotherInstance(t);
await t.app.listen({ port: 0, host: 'localhost' });
await beside.app.listen({ port: 0, host: 'localhost' });
const here = liveTo(t);
const there = liveTo(beside);

const everything = 'subscription ($after: String) { eventOccurred(after: $after) { cursor type } }';
const approvals =
  'subscription ($after: String) { approvalRequestChanged(after: $after) { type approvalRequest { id } } }';

async function eventCursor(people: Cast): Promise<string> {
  const answer = await t.graphql('{ eventCursor }', {}, { as: people.owner, workspace: people.workspaceId });
  return answer.body.data.eventCursor;
}

async function change(
  { owner, workspaceId }: Cast,
  { memberId }: CastMember,
  action: 'suspend' | 'remove' | { role: string },
) {
  const path = `/api/console/members/${memberId}`;
  const request = { as: owner, workspace: workspaceId };
  if (action === 'suspend') return await t.rest('POST', `${path}/suspend`, { ...request, body: {} });
  if (action === 'remove') return await t.rest('DELETE', path, request);
  return await t.rest('PATCH', path, { ...request, body: action });
}

describe('a member who is suspended or removed', () => {
  it.each(['suspend', 'remove'] as const)(
    'has no open socket once the server has answered: %s',
    async (action) => {
      const people = await cast(t);
      const guest = await people.another('DEVELOPER');
      const { closed, follow } = await here.watch(guest, people.workspaceId);
      const idle = await here.watch(guest, people.workspaceId);
      const told = follow(everything, { after: await eventCursor(people) });
      const gone = { code: 4401, reason: 'You do not have access to the requested workspace' };

      const { status } = await change(people, guest, action);
      const open = t.ports.sockets.openOf(guest.personId);
      await t.rest('PATCH', '/api/console/workspace', {
        as: people.owner,
        workspace: people.workspaceId,
        body: { name: 'Not for them' },
      });

      expect([status, open]).toEqual([200, 0]);
      expect(await closed).toMatchObject(gone);
      expect(await idle.closed).toMatchObject(gone);
      expect(JSON.stringify(told.messages)).not.toMatch(/suspended|removed|workspace.updated/);
    },
  );

  it('has none either after another watch was disposed twice, as when a socket closes during admission', async () => {
    const people = await cast(t);
    const guest = await people.another('DEVELOPER');
    const { closed } = await here.watch(guest, people.workspaceId);
    const another = await t.ports.feed.watch(people.workspaceId);
    another[Symbol.dispose]();
    another[Symbol.dispose]();
    await change(people, guest, 'suspend');

    expect(t.ports.sockets.openOf(guest.personId)).toBe(0);
    expect(await closed).toMatchObject({ code: 4401 });
  });

  it('loses the sockets on another instance at its next feed tick, and receives no later event', async () => {
    const people = await cast(t);
    const guest = await people.another('DEVELOPER');
    const { closed, follow } = await there.watch(guest, people.workspaceId);
    const told = follow(everything, { after: await eventCursor(people) });
    await change(people, guest, 'suspend');
    await people.another('VIEWER');

    await beside.ports.feed.tick();

    expect(await closed).toMatchObject({ code: 4401 });
    expect(beside.ports.sockets.openOf(guest.personId)).toBe(0);
    expect(told.messages).toEqual([]);
  });

  it('has no open socket to a workspace whose deletion was approved', async () => {
    const people = await cast(t);
    const [admin, guest] = [await people.as('ADMIN'), await people.as('VIEWER')];
    const { closed } = await here.watch(guest, people.workspaceId);
    const request = { workspace: people.workspaceId };
    const asked = await t.rest('DELETE', '/api/console/workspace', { ...request, as: people.owner });
    const { id, subjectDigest } = asked.body;

    const body = { subjectDigest, comment: 'We have moved away.' };
    const decided = await t.rest('POST', `/api/console/approvals/${id}/approve`, {
      ...request,
      as: admin,
      body,
    });

    expect([asked.status, decided.status]).toEqual([202, 200]);
    expect(t.ports.sockets.openOf(guest.personId)).toBe(0);
    expect(await closed).toMatchObject({ code: 4401 });
  });

  it('must connect again to subscribe when the socket was opened without an active membership', async () => {
    const people = await cast(t);
    const guest = await somebody(t);
    await t.unrecorded((knex) =>
      knex('member').where({ personId: guest.personId }).update({ status: 'SUSPENDED' }),
    );
    const { closed, follow } = await here.watch(guest);
    await join(t, { person: guest, role: 'DEVELOPER', by: people.owner, workspace: people.workspaceId });

    const told = follow(everything, { after: await eventCursor(people) });

    expect(await closed).toMatchObject({ code: 1013 });
    expect(told.messages).toEqual([]);
  });

  it('keeps a socket in the workspace that it was opened for, even if another one becomes the oldest', async () => {
    const people = await cast(t);
    const guest = await people.added('DEVELOPER');
    await t.unrecorded((knex) =>
      knex('member')
        .where({ id: guest.memberId })
        .update({ joinedAt: new Date(0) }),
    );
    const { closed } = await here.watch(guest);
    await change(people, guest, 'suspend');
    await closed;
    const again = await here.watch(guest);
    const path = `/api/console/members/${guest.memberId}/reactivate`;
    await t.rest('POST', path, { as: people.owner, workspace: people.workspaceId, body: {} });
    // After reactivation the first workspace is the oldest again; the socket stays in its own workspace.
    const told = again.follow(everything, {
      after: (await t.graphql('{ eventCursor }', {}, { as: guest, workspace: guest.ownWorkspaceId })).body
        .data.eventCursor,
    });
    await people.another('VIEWER');
    await t.rest('PATCH', '/api/console/workspace', {
      as: guest,
      workspace: guest.ownWorkspaceId,
      body: { name: 'Own' },
    });

    await told.after(1);
    expect(told.messages.map(({ data }) => data?.['eventOccurred']?.['type'])).toEqual(['workspace.updated']);
  });

  it('keeps the sockets to other workspaces', async () => {
    const people = await cast(t);
    const guest = await people.added('DEVELOPER');
    await here.watch(guest, people.workspaceId);
    await here.watch(guest, guest.ownWorkspaceId);

    await change(people, guest, 'remove');

    expect(t.ports.sockets.openOf(guest.personId)).toBe(1);
  });
});

describe('a member whose role changes', () => {
  it('loses only the subscriptions that the new role does not permit, with the reason', async () => {
    const people = await cast(t);
    const guest = await people.another('DEVELOPER');
    const { follow } = await here.watch(guest, people.workspaceId);
    const after = await eventCursor(people);
    const [lost, kept] = [follow(approvals, { after }), follow(everything, { after })];
    const { ask } = approvalsOf(t, people);
    const admin = await people.as('ADMIN');
    await ask(admin);
    await Promise.all([lost.after(1), kept.saw('approval.requested')]);

    // An analyst may read events, but no approvals.
    await change(people, guest, { role: 'ANALYST' });
    await ask(admin);

    await lost.ended;
    expect(lost.messages.slice(1)).toMatchObject([
      { errors: [{ message: 'Workspace permission is required: approvals:read' }] },
    ]);
    await kept.after(6);
    expect(t.ports.sockets.openOf(guest.personId)).toBe(1);
  });

  it('keeps the subscriptions that both roles permit', async () => {
    const people = await cast(t);
    const guest = await people.another('VIEWER');
    const { follow } = await here.watch(guest, people.workspaceId);
    const told = follow(approvals, { after: await eventCursor(people) });

    await change(people, guest, { role: 'ADMIN' });
    await approvalsOf(t, people).ask(await people.another('DEVELOPER'));

    const [message] = await told.after(1);
    expect(message?.data).toMatchObject({ approvalRequestChanged: { type: 'approval.requested' } });
  });
});

describe('a session', () => {
  it.each([
    ['signed out', async (guest: CastMember) => await t.rest('POST', '/api/auth/sign-out', { as: guest })],
    [
      'of a changed password',
      async ({ password, email }: CastMember) => {
        const other = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
        return await t.rest('POST', '/api/auth/change-password', {
          as: other.body.accessToken,
          body: { currentPassword: password, newPassword: 'another horse battery staple' },
        });
      },
    ],
  ])('has no open socket once the server has answered: %s', async (_name, end) => {
    const people = await cast(t);
    const guest = await people.another('VIEWER');
    const { closed } = await here.watch(guest, people.workspaceId);

    const { status } = await end(guest);

    expect(status).toBeLessThan(300);
    expect(t.ports.sockets.openOf(guest.personId)).toBe(0);
    expect(await closed).toMatchObject({ code: 4401, reason: 'The session has ended. Sign in again.' });
  });

  it('that an administrator revokes has no open socket either', async () => {
    const people = await cast(t);
    const guest = await people.added('VIEWER');
    const me = await t.graphql('{ me { session { id } } }', {}, { as: guest });
    const { closed } = await here.watch(guest, people.workspaceId);
    const elsewhere = await here.watch(guest, guest.ownWorkspaceId);

    const path = `/api/console/sessions/${me.body.data.me.session.id}`;
    await t.rest('DELETE', path, { as: people.owner, workspace: people.workspaceId });

    expect(t.ports.sockets.openOf(guest.personId)).toBe(0);
    expect(await closed).toMatchObject({ code: 4401 });
    expect(await elsewhere.closed).toMatchObject({ code: 4401 });
  });

  it('that ends on another instance loses its sockets at the next feed tick of this one', async () => {
    const people = await cast(t);
    const guest = await people.another('VIEWER');
    const { closed } = await there.watch(guest, people.workspaceId);
    await t.rest('POST', '/api/auth/sign-out', { as: guest });

    await beside.ports.feed.tick();

    expect(await closed).toMatchObject({ code: 4401 });
  });

  it('closes its socket with 4403 when its access token expires', async () => {
    const people = await cast(t);
    const guest = await people.another('VIEWER');
    const { closed } = await here.watch(guest, people.workspaceId);
    t.clock.advance({ seconds: 601 });

    await t.ports.feed.tick();
    t.clock.advance({ seconds: -601 });

    expect(await closed).toEqual(
      expect.objectContaining({
        code: 4403,
        reason: 'The access token has expired. Connect again with a new one.',
      }),
    );
  });

  it('receives no event after its access token has expired, even before the next feed tick', async () => {
    const people = await cast(t);
    const guest = await people.another('DEVELOPER');
    const { closed, follow } = await here.watch(guest, people.workspaceId);
    const told = follow(everything, { after: await eventCursor(people) });
    const body = { name: 'Later' };
    const fresh = await t.rest('POST', '/api/auth/refresh', {
      body: { refreshToken: people.owner.refreshToken },
    });
    t.clock.advance({ seconds: 601 });
    const refreshed = await t.rest('POST', '/api/auth/refresh', {
      body: { refreshToken: fresh.body.refreshToken },
    });

    await t.rest('PATCH', '/api/console/workspace', {
      as: refreshed.body.accessToken,
      workspace: people.workspaceId,
      body,
    });

    expect(await closed).toMatchObject({ code: 4403 });
    t.clock.advance({ seconds: -601 });
    expect(told.messages).toEqual([]);
  });
});

describe('the client that ships with graphql-ws', () => {
  it('reconnects with a new token when the first one expires before it subscribes', async () => {
    const people = await cast(t);
    const { owner, workspaceId: workspace } = people;
    const after = await eventCursor(people);
    const { port } = t.app.server.address() as AddressInfo;
    const [fresh, closed] = [Promise.withResolvers<string>(), Promise.withResolvers<number>()];
    const told = Promise.withResolvers<unknown>();
    const tokens = [owner.token, fresh.promise];
    const client = createClient({
      url: `ws://localhost:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: async () => ({
        authorization: `Bearer ${await tokens.shift()}`,
        workspaceId: workspace,
      }),
      retryWait: async () => await setImmediate(),
      on: { closed: (event) => closed.resolve((event as { code: number }).code) },
    });
    const unlisten = client.on('connected', () => {
      unlisten();
      t.clock.advance({ seconds: 601 });
    });

    const asked = { query: everything, variables: { after } };
    client.subscribe(asked, { next: told.resolve, error: told.resolve, complete: () => {} });
    const code = await closed.promise;
    const { email, password } = owner;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    fresh.resolve(body.accessToken);
    const request = { as: body.accessToken, workspace, body: { name: 'Told all the same' } };
    await t.rest('PATCH', '/api/console/workspace', request);

    expect(code).toBe(4403);
    expect(await told.promise).toMatchObject({ data: { eventOccurred: { type: 'workspace.updated' } } });
    await client.dispose();
    t.clock.advance({ seconds: -601 });
  });

  it('misses no event and receives none twice when it stores the cursor in its variables', async () => {
    const people = await cast(t);
    const { port } = t.app.server.address() as AddressInfo;
    let token = people.owner.token;
    const closes: number[] = [];
    const client = createClient({
      url: `ws://localhost:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: () => ({ authorization: `Bearer ${token}`, workspaceId: people.workspaceId }),
      retryWait: async () => await setImmediate(),
      on: { closed: (event) => void closes.push((event as { code: number }).code) },
    });
    const variables = { after: await eventCursor(people) };
    const positions: number[] = [];
    const query =
      'subscription ($after: String) { eventOccurred(after: $after) { cursor event { position } } }';
    client.subscribe<{ eventOccurred: { cursor: string; event: { position: number } } }>(
      { query, variables },
      {
        next: ({ data }) => {
          if (!data) return;
          variables.after = data.eventOccurred.cursor;
          positions.push(data.eventOccurred.event.position);
        },
        error: () => {},
        complete: () => {},
      },
    );

    for (let round = 1; round <= 3; round += 1) {
      await t.rest('PATCH', '/api/console/workspace', {
        as: token,
        workspace: people.workspaceId,
        body: { name: `Round ${round}` },
      });
      await expect.poll(() => positions.length).toBe(round);
      const body = { email: people.owner.email, password: people.owner.password };
      t.clock.advance({ seconds: 601 });
      token = (await t.rest('POST', '/api/auth/sign-in', { body })).body.accessToken;
      await t.ports.feed.tick();
      await expect.poll(() => closes.length).toBe(round);
    }
    await client.dispose();
    t.clock.advance({ seconds: -3 * 601 });

    expect(closes.slice(0, 3)).toEqual([4403, 4403, 4403]);
    expect(positions).toEqual(positions.map((_, i) => (positions[0] ?? 0) + i));
  });
});

describe('one person', () => {
  it('has no socket left after hanging up, at whatever moment', async () => {
    const people = await cast(t);
    const { port } = t.app.server.address() as AddressInfo;
    const payload = { authorization: `Bearer ${people.owner.token}` };

    for (let round = 0; round < 20; round += 1) {
      const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
      const closed = once(socket, 'close');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
      for (let turn = 0; turn < round; turn += 1) await setImmediate();
      socket.terminate();
      await closed;
    }

    // A socket in admission counts until the server notices that it hung up.
    const another = async () =>
      await here.watch(people.owner).then(
        () => 'open',
        (error: unknown) => String(error),
      );
    await expect.poll(another).toBe('open');
    await expect.poll(() => t.ports.sockets.openOf(people.owner.personId)).toBe(1);
  });

  it('can open as many sockets as the limit allows, and another one after one has closed', async () => {
    const people = await cast(t);
    const [first] = await Promise.all([1, 2, 3].map(async () => await here.watch(people.owner)));

    await expect(here.watch(people.owner)).rejects.toThrow('You have 3 open sockets');
    await first?.client.dispose();
    await expect.poll(() => t.ports.sockets.openOf(people.owner.personId)).toBe(2);
    await here.watch(people.owner);

    expect(t.ports.sockets.openOf(people.owner.personId)).toBe(3);
  });
});
