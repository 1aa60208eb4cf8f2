import { beforeEach, describe, expect, it } from 'vitest';
import { McpSession } from '../../../../db/models/mcp-session.ts';
import { forgetAgentSessions } from '../../../../schema/identity/mcp-credential/agent-sessions.ts';
import { agentToken } from '../../../support/agents.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { grantedWorld } from '../../../support/granted.ts';
import { initialize, mcpOf } from '../../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, act } = await grantedWorld(t);
const start = t.clock.now().toISOString();
const one = await agent();
const other = await agent();
const minutesAfter = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000);
const rows = () => McpSession.query(t.ports.database.knex);

/** Returns a client of the app with a new token, because tokens expire before sessions. */
const speaking = async ({ credentialId }: { credentialId: string }, on = t) =>
  mcpOf(on, await agentToken(on, { credentialId }));

beforeEach(() => t.clock.set(start));

describe('spec §4: a session', () => {
  it('begins with initialize; its id is unguessable and is not stored', async () => {
    const { post } = await speaking(one);
    const ids = await Promise.all(
      [1, 2, 3].map(async () => String((await post(initialize())).headers['mcp-session-id'])),
    );
    const kept = JSON.stringify(await rows());

    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{43}$/);
      expect(kept).not.toContain(id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it('is required for later requests: 400 without its header, with instructions', async () => {
    const { legacy } = await speaking(one);

    for (const method of ['tools/list', 'tools/call', 'ping'])
      expect(await legacy({}, method, { name: 'search_capabilities' })).toMatchObject({
        status: 400,
        body: {
          id: 7,
          error: { code: -32600, message: expect.stringMatching(/Mcp-Session-Id.*`initialize` first/) },
        },
      });
  });

  it.each([
    ['no version', {}],
    ['the other version with sessions', { 'mcp-protocol-version': '2025-06-18' }],
    ['a version of long ago', { 'mcp-protocol-version': '2024-11-05' }],
  ])('requires the negotiated version: 400 with %s', async (_what, header) => {
    const { begin, legacy } = await speaking(one);
    const { 'mcp-protocol-version': version, ...session } = await begin();
    const answer = await legacy({ ...session, ...header }, 'tools/list');

    expect(version).toBe('2025-11-25');
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining('This session uses 2025-11-25.') } },
    });
  });

  it('may also use the earlier version', async () => {
    const { begin, legacy } = await speaking(one);

    expect((await legacy(await begin('2025-06-18'), 'tools/list')).status).toBe(200);
  });

  it('is served by every instance until one of them ends it', async () => {
    const far = await anotherInstance(t);
    const [here, there] = [await speaking(one), await speaking(one, far)];
    const session = await here.begin();
    const before = await there.legacy(session, 'ping');
    const ended = await there.end(session);

    expect([before.status, ended.status, ended.body]).toEqual([200, 204, '']);
    expect((await here.legacy(session, 'ping')).status).toBe(404);
  });

  it('does not authenticate: without a token it is 401', async () => {
    const session = await (await speaking(one)).begin();

    expect((await mcpOf(t, null).legacy(session, 'ping')).status).toBe(401);
    expect((await mcpOf(t, null).end(session)).status).toBe(401);
  });
});

describe('404, byte for byte the same', () => {
  const gone = {
    status: 404,
    body: {
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32600, message: 'The session does not exist. Send `initialize` for another one.' },
    },
  };
  const after = async (change: (session: Record<string, string>) => Promise<unknown>) => {
    const session = await (await speaking(one)).begin();
    await change(session);
    const { status, body } = await (await speaking(one)).legacy(session, 'ping');
    return { status, body };
  };

  it.each([
    [
      'never was',
      async (session: Record<string, string>) =>
        await Promise.resolve((session['mcp-session-id'] = 'a'.repeat(43))),
    ],
    [
      'is no id',
      async (session: Record<string, string>) =>
        await Promise.resolve((session['mcp-session-id'] = '\u00e9')),
    ],
    ['was ended', async (session: Record<string, string>) => await (await speaking(one)).end(session)],
    ['was not used for half an hour', async () => await Promise.resolve(t.clock.advance({ minutes: 30 }))],
    [
      'is of another credential',
      async (session: Record<string, string>) =>
        Object.assign(session, await (await speaking(other)).begin()),
    ],
  ])('for a session that %s', async (_what, change) => {
    expect(await after(change)).toEqual(gone);
  });

  it('if another credential ends the session', async () => {
    const session = await (await speaking(one)).begin();

    expect((await (await speaking(other)).end(session)).status).toBe(404);
    expect((await (await speaking(one)).legacy(session, 'ping')).status).toBe(200);
  });

  it('if the session is ended a second time', async () => {
    const { begin, end } = await speaking(one);
    const session = await begin();

    expect([(await end(session)).status, (await end(session)).status]).toEqual([204, 404]);
    expect((await end({})).status).toBe(400);
  });
});

describe('the lifetime of a session', () => {
  it('is half an hour from its last use, and a day at most', async () => {
    const session = await (await speaking(one)).begin();
    const statuses: number[] = [];
    for (let minutes = 0; minutes < 25 * 60; minutes += 29) {
      statuses.push((await (await speaking(one)).legacy(session, 'ping')).status);
      t.clock.advance({ minutes: 29 });
    }
    const served = statuses.findIndex((status) => status !== 200);

    // 49 times 29 minutes are less than a day, 50 times are more.
    expect(served).toBe(50);
    expect(new Set(statuses.slice(served))).toEqual(new Set([404]));
  });

  it('is extended in the database once a minute, not with each request', async () => {
    const noted = await agent();
    const { begin, legacy } = await speaking(noted);
    const session = await begin();
    const versions: (number | undefined)[] = [];
    for (const seconds of [0, 30, 29, 1, 59]) {
      t.clock.advance({ seconds });
      await legacy(session, 'ping');
      versions.push((await rows().findOne({ credentialId: noted.credentialId }))?.rowVersion);
    }

    expect(versions).toEqual([1, 1, 1, 2, 2]);
  });

  it('is extended accurate to a minute on each of two instances', async () => {
    const noted = await agent();
    const far = await anotherInstance(t);
    const [here, there] = [await speaking(noted), await speaking(noted, far)];
    const session = await here.begin();
    const versions: (number | undefined)[] = [];
    await here.legacy(session, 'ping');
    for (const [seconds, on] of [
      [60, there],
      [59, here],
      [2, here],
    ] as const) {
      t.clock.advance({ seconds });
      await on.legacy(session, 'ping');
      versions.push((await rows().findOne({ credentialId: noted.credentialId }))?.rowVersion);
    }

    // The use after 119 seconds counts as the one after 60, and the one after 121 is written.
    expect(versions).toEqual([2, 2, 3]);
  });

  it('ends with its credential', async () => {
    const brief = await agent();
    const { begin, legacy } = await speaking(brief);
    const session = await begin();
    await act(`credentials/${brief.credentialId}/revoke`);

    expect((await legacy(session, 'ping')).status).toBe(401);
  });

  it('ends for the least recently used ones beyond 256 per credential', async () => {
    const many = await agent();
    const { begin, legacy } = await speaking(many);
    const first = await begin();
    const second = await begin();
    t.clock.advance({ minutes: 2 });
    await legacy(first, 'ping');
    for (let made = 0; made < 255; made += 1) await begin();

    expect((await legacy(first, 'ping')).status).toBe(200);
    expect((await legacy(second, 'ping')).status).toBe(404);
    expect(await rows().where({ credentialId: many.credentialId }).resultSize()).toBe(256);
  });

  it('ends immediately for the one beyond 256, even if it was just used', async () => {
    const many = await agent();
    const { begin, legacy } = await speaking(many);
    const oldest = [await begin(), await begin()] as const;
    for (const session of oldest) await legacy(session, 'ping');
    t.clock.advance({ seconds: 1 });
    for (let made = 0; made < 255; made += 1) await begin();
    const statuses = await Promise.all(oldest.map(async (session) => (await legacy(session, 'ping')).status));

    expect(new Set(statuses)).toEqual(new Set([200, 404]));
  });

  it('is not extended by a time in the future, from the clock of another instance', async () => {
    const noted = await agent();
    const { begin, legacy } = await speaking(noted);
    const session = await begin();
    await rows()
      .where({ credentialId: noted.credentialId })
      .patch({ seenAt: minutesAfter(20) });
    t.ports.snapshots.clear();
    const before = await legacy(session, 'ping');
    await rows().delete().where({ credentialId: noted.credentialId });

    expect([before.status, (await legacy(session, 'ping')).status]).toEqual([200, 404]);
  });

  it('is followed by the deletion of the session', async () => {
    await rows().delete();
    const { begin, legacy } = await speaking(one);
    const kept = await begin();
    await begin();
    t.clock.advance({ minutes: 20 });
    await (await speaking(one)).legacy(kept, 'ping');
    t.clock.advance({ minutes: 10 });
    await forgetAgentSessions(t.ports);

    expect(await rows().resultSize()).toBe(1);
    expect((await legacy(kept, 'ping')).status).toBe(401);
    expect((await (await speaking(one)).legacy(kept, 'ping')).status).toBe(200);
  });
});
