import crypto from 'node:crypto';
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { parse } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { usesBeforeCompiling } from '../../../schema/execute-document.ts';
import { KnownDocuments } from '../../../adapters/graphql/known-documents.ts';
import { exactly, testApp, type TestApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const known = await applicationWithKey(t, everyone);
const tight = await testApp({ LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '5' }, exactly);
const limited = await applicationWithKey(tight, await cast(tight));
beforeAll(async () => {
  for (const { app } of [t, tight]) await app.listen({ port: 0, host: '127.0.0.1' });
});

async function post({ app }: TestApp, path: string, as: string, body: object, workspace?: string) {
  const { port } = app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${as}`,
    'content-type': 'application/json',
    ...(workspace && { 'x-workspace-id': workspace }),
  };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { status } = answer;
  return { status, limit: answer.headers.get('ratelimit'), body: await answer.json() };
}

const echo = async (app: TestApp, secret: string) =>
  await post(app, '/v1/sandbox/echo', secret, { message: 'a' });
const role = '{ me { member { role } } }';
const me = async (token: string) => await post(t, '/graphql', token, { query: role }, everyone.workspaceId);

/** Returns how many requests the fast path answered during the work. */
async function fastOf({ app }: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = app.fast.answered;
  await work();
  return app.fast.answered - before;
}

describe('the fast path', () => {
  it('does not query the database for a cached key or query', async () => {
    const { secret } = await applicationWithKey(t, everyone);
    const roles = { query: '{ roles { role } }' };
    const both = async () => [await echo(t, secret), await post(t, '/graphql', everyone.owner.token, roles)];
    await t.look();
    await both();

    const statements = await t.statementsOf(async () => expect(await fastOf(t, both)).toBe(2));

    expect(statements).toEqual([]);
  });

  it.each([
    ['a key', async () => await echo(t, known.secret)],
    ['a session', async () => await me(everyone.owner.token)],
  ])('computes one hash for %s', async (_who, ask) => {
    await ask();
    await ask();
    const made = [vi.spyOn(crypto, 'hash'), vi.spyOn(crypto, 'createHash'), vi.spyOn(crypto, 'createHmac')];
    syncBuiltinESMExports();
    try {
      expect(await fastOf(t, ask)).toBe(1);
      expect(made.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    } finally {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    }
  });

  it('spec §5.5: rejects a key once the server has answered its revocation', async () => {
    const { secret, applicationId, keyId } = await applicationWithKey(t, everyone);
    await echo(t, secret);
    expect(await fastOf(t, async () => await echo(t, secret))).toBe(1);

    await t.rest('POST', `/api/console/applications/${applicationId}/keys/${keyId}/revoke`, {
      as: everyone.owner,
    });

    expect((await echo(t, secret)).status).toBe(401);
  });

  it('reports a changed role once the server has answered the change', async () => {
    const { token, memberId } = await everyone.another('DEVELOPER');
    await me(token);
    const first = await me(token);

    const changed = await t.rest('PATCH', `/api/console/members/${memberId}`, {
      as: everyone.owner,
      workspace: everyone.workspaceId,
      body: { role: 'VIEWER' },
    });
    expect(changed).toMatchObject({ status: 200 });

    expect(first.body).toEqual({ data: { me: { member: { role: 'DEVELOPER' } } } });
    expect((await me(token)).body).toEqual({ data: { me: { member: { role: 'VIEWER' } } } });
  });

  it('rejects a session once the server has answered the sign-out', async () => {
    const { token } = await everyone.another('DEVELOPER');
    await t.look();
    await me(token);
    expect(await fastOf(t, async () => await me(token))).toBe(1);

    await t.rest('POST', '/api/auth/sign-out', { as: token });

    expect((await me(token)).status).toBe(401);
  });

  it('counts each request once, also a request beyond the limit', async () => {
    const answers = [];
    for (let asked = 0; asked < 7; asked += 1) answers.push(await echo(tight, limited.secret));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers.map(({ limit }) => /"key";r=(\d+)/.exec(limit ?? '')?.[1])).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
      '0',
      '0',
    ]);
  });

  it('checks the caller again when the body arrives late', async () => {
    const key = await applicationWithKey(t, everyone);
    await echo(t, key.secret);
    const path = `/api/console/applications/${key.applicationId}/keys/${key.keyId}/revoke`;
    const sending = begin(key.secret, 13);
    await after(250);
    await t.rest('POST', path, { as: everyone.owner });
    const answering = once(sending, 'response');
    sending.end('{"message":1}');
    const [answer] = (await answering) as [IncomingMessage];
    answer.resume();

    expect(answer.statusCode).toBe(401);
  });

  it('continues to serve after a client hangs up before its body has arrived', async () => {
    const { secret } = await applicationWithKey(t, everyone);
    await echo(t, secret);
    const sending = begin(secret, 100);
    sending.write('{"message":');
    await after(50);
    sending.on('error', () => {}).destroy();

    expect((await echo(t, secret)).status).toBe(200);
  });

  it('counts a request whose client hangs up before its body has arrived', async () => {
    const { secret } = await applicationWithKey(t, everyone);
    const left = async () => Number(/"key";r=(\d+)/.exec((await echo(t, secret)).limit ?? '')?.[1]);
    await left();
    const before = await left();
    for (let times = 0; times < 3; times += 1) {
      const sending = begin(secret, 100);
      sending.write('{"message":');
      await after(50);
      sending.on('error', () => {}).destroy();
    }

    expect(before - (await left())).toBe(4);
  });

  it('answers a request that began before the shutdown, also one that needs the ordinary path', async () => {
    const closing = await testApp();
    const place = await cast(closing);
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = place.owner;
    await post(closing, '/graphql', token, { query: '{ roles { role } }' });
    const text = JSON.stringify({
      query: 'mutation { createApplication(input: { name: "Late" }) { application { name } } }',
    });
    const { port } = closing.app.server.address() as AddressInfo;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': text.length,
    };
    const sending = send({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', headers });
    sending.write(text.slice(0, 10));
    await after(50);
    const closed = closing.app.close();
    await after(50);
    const answering = once(sending, 'response');
    sending.end(text.slice(10));
    const [answer] = (await answering) as [IncomingMessage];
    answer.resume();
    await closed;

    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ connection: 'close', 'x-request-id': expect.any(String) });
  });

  it('never compiles a client’s document, whose literals would become code', async () => {
    const marker = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';
    const query = `{ sandboxHealth { status } __type(name: "${marker}globalThis.compiledLiteral=1") { name } }`;
    const answers = [];
    for (let use = 0; use < usesBeforeCompiling + 5; use += 1)
      answers.push(await post(t, '/graphql', everyone.owner.token, { query }));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(Object.hasOwn(globalThis, 'compiledLiteral')).toBe(false);
  });

  it('caches documents up to a limit of their text, and evicts the least recently used', () => {
    const documents = new KnownDocuments();
    const query = (at: number) => `{ sandboxHealth { status } } # ${at} ${'x'.repeat(5000)}`;
    for (let at = 0; at < 100; at += 1) documents.remember(parse(query(at)));
    const { prepare } = documents.fastPath(1024);

    expect(documents.characters).toBeLessThanOrEqual(200_000);
    expect(prepare({ query: query(0) })).toBeNull();
    expect(prepare({ query: query(99) })).not.toBeNull();
  });

  it('answers pipelined requests on one connection in order', async () => {
    const { secret } = await applicationWithKey(t, everyone);
    await echo(t, secret);
    const { port } = t.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const one = (message: string) =>
      `POST /v1/sandbox/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\n` +
      `Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{"message":"${message}"}`;
    socket.write(['aa', 'bb', 'cc'].map(one).join(''));
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received.includes('"cc"')) break;
    }

    expect([...received.matchAll(/"message":"(\w+)"/g)].map(([, message]) => message)).toEqual([
      'aa',
      'bb',
      'cc',
    ]);
  });
});

function begin(secret: string, length: number) {
  const { port } = t.app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'content-length': length,
  };
  const sending = send({ host: '127.0.0.1', port, path: '/v1/sandbox/echo', method: 'POST', headers });
  sending.flushHeaders();
  return sending;
}
