import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createClient, type Client, type ExecutionResult } from 'graphql-ws';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { testApp } from '../../support/app.ts';
import { serviceCredential } from '../../support/instance.ts';
import { applicationWithKey, cast, somebody } from '../../support/people.ts';

const t = await testApp({ TRUST_PROXY: '127.0.0.1,::1', LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000' });
const other = await testApp();
const people = await cast(t);
await t.app.listen({ port: 0, host: 'localhost' });
const { port } = t.app.server.address() as AddressInfo;
const url = `ws://localhost:${port}/graphql`;
const owner = { authorization: `Bearer ${people.owner.token}` };
const key = await applicationWithKey(t, people);
const opened: { terminate(): void }[] = [];
const clients: Client[] = [];

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await Promise.all(clients.splice(0).map(async (client) => await client.dispose()));
});
afterAll(() => t.app.server.closeAllConnections());

describe('/graphql over graphql-transport-ws', () => {
  it('answers a query as the person and in the workspace that connection_init names', async () => {
    const viewer = await people.as('VIEWER');
    const client = connect({ authorization: `Bearer ${viewer.token}`, workspaceId: people.workspaceId });

    const answer = await ask(client, '{ me { person { id } workspace { id } member { role } } }');

    expect(answer.data).toEqual({
      me: {
        person: { id: viewer.personId },
        workspace: { id: people.workspaceId },
        member: { role: 'VIEWER' },
      },
    });
  });

  it('answers an operation that needs no permission for anyone who is signed in', async () => {
    const answer = await ask(connect(owner), '{ sandboxHealth { status } }');

    expect(answer.data).toEqual({ sandboxHealth: { status: 'ok' } });
  });

  it('rejects mutations, which need HTTP, and executes nothing', async () => {
    const client = connect({ authorization: `Bearer ${people.owner.token}` });

    const refused = await errorsOf(
      client,
      'mutation { signOut(input: { everywhere: true }) { endedSessionIds } }',
    );
    const after = await ask(client, '{ me { person { id } } }');

    expect(refused).toMatchObject([
      { message: 'Send mutations over HTTP.', extensions: { code: 'invalid_request' } },
    ]);
    expect(after.data).toEqual({ me: { person: { id: people.owner.personId } } });
  });

  it.each([
    ['no token', { authorization: undefined }, 'This operation needs a session'],
    ['a bad token', { authorization: 'Bearer nonsense' }, 'The access token'],
    ['a token that is no text', { authorization: { token: 1 } }, 'This operation needs a session'],
    ['an API key', { authorization: `Bearer ${key.secret}` }, 'This is an API key'],
    ['a service’s credential', { authorization: `Bearer ${serviceCredential}` }, 'The access token'],
    ['a foreign workspace', { workspaceId: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd' }, 'You do not have access to'],
    ['a workspace that is no text', { workspaceId: 7 }, 'You do not have access to'],
  ])('closes 4401 for connection_init with %s, and states the reason', async (_name, params, words) => {
    const { code, reason } = await closingOf({ type: 'connection_init', payload: { ...owner, ...params } });

    expect(code).toBe(4401);
    expect(reason).toContain(words);
  });

  it('closes 4403 for an expired access token, so that the client fetches a new one', async () => {
    const guest = await people.another('VIEWER');
    t.clock.advance({ seconds: 601 });

    const { code, reason } = await closingOf({
      type: 'connection_init',
      payload: { authorization: `Bearer ${guest.token}` },
    });
    t.clock.advance({ seconds: -601 });

    expect([code, reason]).toEqual([
      4403,
      'The access token has expired. Refresh it with POST /api/auth/refresh.',
    ]);
  });

  it('reports a refused field beside the data of the other fields', async () => {
    const viewer = await people.as('VIEWER');
    const client = connect({ authorization: `Bearer ${viewer.token}`, workspaceId: people.workspaceId });

    const answer = await ask(client, '{ workspace { id } auditVerification { valid } }');

    expect(answer).toMatchObject({
      data: { workspace: { id: people.workspaceId }, auditVerification: null },
      errors: [
        {
          message: 'Workspace permission is required: audit:read',
          path: ['auditVerification'],
          extensions: { code: 'permission_required', status: 403, permission: 'audit:read' },
        },
      ],
    });
  });

  it.each([
    ['16 aliases', `{ ${repeat(16, (i) => `a${i}: sandboxHealth { status }`)} }`],
    ['1,001 tokens', `{ sandboxHealth { ${repeat(1000, () => 'status')} } }`],
    ['a breadth of 52', `{ sandboxHealth { ${repeat(51, () => 'status')} } }`],
    ['an unknown field', '{ nothing }'],
    ['a query that breaks off', '{ sandboxHealth {'],
    ['no operation', ' '],
  ])('applies the limits of HTTP: %s', async (_name, query) => {
    const errors = await errorsOf(connect(owner), query);

    expect(errors).toMatchObject([{ extensions: { code: 'invalid_request', status: 400 } }]);
  });

  it('rejects an operationName that the document does not contain', async () => {
    const client = connect(owner);

    const errors = await errorsOf(client, 'query A { sandboxHealth { status } }', {}, 'B');

    expect(errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  });

  it.each([
    ['a wrong type', { id: { deep: [] } }],
    ['no value', {}],
  ])('does not fail because of a variable with %s', async (_name, variables) => {
    const client = connect({ authorization: `Bearer ${people.owner.token}` });

    const errors = await errorsOf(client, 'query ($id: ID!) { application(id: $id) { id } }', variables);

    expect(['invalid_request', 'not_found']).toContain(errors?.[0]?.extensions?.['code']);
  });
});

describe('the handshake', () => {
  it.each([
    ['a foreign Origin', { origin: 'https://evil.example.com' }],
    ['the Origin null', { origin: 'null' }],
    ['an Origin that only begins like ours', { origin: 'http://localhost:4000.evil.example.com' }],
  ])('403: %s', async (_name, headers) => {
    const status = await refusedHandshake(url, 'graphql-transport-ws', headers);

    expect(status).toBe(403);
  });

  it('accepts our own Origin, and clients that send none', async () => {
    const own = open('graphql-transport-ws', { origin: 'http://localhost:4000' });
    const none = open('graphql-transport-ws');

    await Promise.all([once(own, 'open'), once(none, 'open')]);

    expect([own.protocol, none.protocol]).toEqual(['graphql-transport-ws', 'graphql-transport-ws']);
  });

  it.each(['/', '/graphql/', '/v1/sandbox/echo', '/graphql?access_token=secret'])(
    'is rejected on %s',
    async (path) => {
      const status = await refusedHandshake(`ws://localhost:${port}${path}`, 'graphql-transport-ws');

      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(t.events)).not.toContain('access_token');
    },
  );

  it.each(['graphql-ws', 'soap'])('is rejected with the subprotocol %s', async (protocol) => {
    const socket = open(protocol);

    const refused = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));

    await expect(refused).resolves.toBeDefined();
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
  });
});

describe('a socket', () => {
  it('closes 4408 without connection_init after 3 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const socket = open('graphql-transport-ws');
    await once(socket, 'open');

    vi.advanceTimersByTime(2999);
    socket.send('{"type":"ping"}');
    await once(socket, 'message');
    vi.advanceTimersByTime(1);
    vi.useRealTimers();

    const [code] = await once(socket, 'close');
    expect(code).toBe(4408);
  });

  it('closes 4401 for an operation before connection_init', async () => {
    const code = await closeAfter({
      id: '1',
      type: 'subscribe',
      payload: { query: '{ sandboxHealth { status } }' },
    });

    expect(code).toBe(4401);
  });

  it.each([
    ['no JSON', 'garbage'],
    ['no message', '{}'],
    ['an unknown type', '{"type":"nonsense"}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['__proto__', '{"__proto__":{"type":"ping"}}'],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['a subscribe without a payload', '{"id":"1","type":"subscribe"}'],
    ['bytes', Buffer.from([0xff, 0x00, 0xfe])],
  ])('closes 4400 for a frame with %s', async (_name, frame) => {
    const code = await closeAfter(frame);

    expect(code).toBe(4400);
  });

  it('closes 1009 for a frame beyond 64 KiB', async () => {
    const code = await closeAfter({ type: 'ping', payload: { text: 'a'.repeat(70_000) } });

    expect(code).toBe(1009);
  });

  it('closes 4429 for a second connection_init', async () => {
    const code = await closeAfter(
      { type: 'connection_init', payload: owner },
      { type: 'connection_init', payload: owner },
    );

    expect(code).toBe(4429);
  });

  it.each([
    ['variables nested without end', `{"v":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['a key given twice', '{"v":1,"v":2}'],
    ['a lone surrogate', String.raw`{"v":"\ud800"}`],
  ])('closes 4400 for JSON that is not allowed over HTTP either: %s', async (_name, variables) => {
    const socket = open('graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: owner }));
    await once(socket, 'message');
    const query = 'query ($v: JSON!) { sandboxValidate(input: $v) { valid } }';

    socket.send(`{"id":"1","type":"subscribe","payload":{"query":"${query}","variables":${variables}}}`);
    const [code] = await once(socket, 'close');

    expect(code).toBe(4400);
  });

  it('closes 4409 for an id that is in use, however long it is', async () => {
    const socket = open('graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: owner }));
    await once(socket, 'message');
    const payload = { query: 'subscription { eventOccurred { cursor } }' };
    const message = JSON.stringify({ id: 'ä'.repeat(300), type: 'subscribe', payload });

    socket.send(message);
    socket.send(message);
    const [code] = await once(socket, 'close');

    expect(code).toBe(4409);
  });

  it('runs 100 operations at the same time, and rejects the next one with limit_reached', async () => {
    const socket = open('graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: owner }));
    await once(socket, 'message');
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const take = t.ports.limiter.take.bind(t.ports.limiter);
    const taking = vi.spyOn(t.ports.limiter, 'take').mockImplementation(async (...args) => {
      await held;
      return await take(...args);
    });
    const payload = { query: '{ sandboxHealth { status } }' };

    for (let id = 1; id <= 101; id += 1)
      socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload }));
    const [first] = await once(socket, 'message');
    letGo();
    const [second] = await once(socket, 'message');
    taking.mockRestore();

    expect(JSON.parse(first)).toMatchObject({
      id: '101',
      type: 'error',
      payload: [{ extensions: { code: 'limit_reached' } }],
    });
    expect(JSON.parse(second)).toMatchObject({ type: 'next', payload: { data: { sandboxHealth: {} } } });
  });

  it('shares the limit of 100 operations with the other sockets of the person, and frees places as operations complete', async () => {
    const person = await somebody(t);
    const ready = async () => {
      const socket = open('graphql-transport-ws');
      await once(socket, 'open');
      socket.send(
        JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${person.token}` } }),
      );
      await once(socket, 'message');
      return socket;
    };
    const sockets = await Promise.all([ready(), ready(), ready()]);
    const payload = { query: 'subscription { eventOccurred { cursor } }' };
    const subscribe = (at: number, id: string) =>
      sockets[at]?.send(JSON.stringify({ id, type: 'subscribe', payload }));
    const refused: unknown[] = [];
    for (const socket of sockets)
      socket.on('message', (data: Buffer) => refused.push(JSON.parse(data.toString('utf8'))));
    const all = () => t.ports.sockets.operationsOf(person.personId);

    for (let id = 0; id < 99; id += 1) subscribe(id % 2, String(id));
    await expect.poll(all).toBe(99);
    subscribe(2, 'the last');
    await expect.poll(all).toBe(100);
    subscribe(2, 'one too many');
    await expect.poll(() => refused.length).toBe(1);
    sockets[0]?.send(JSON.stringify({ id: '0', type: 'complete' }));
    await expect.poll(all).toBe(99);
    subscribe(1, 'again');
    await expect.poll(all).toBe(100);

    expect(refused).toMatchObject([
      { id: 'one too many', type: 'error', payload: [{ extensions: { code: 'limit_reached' } }] },
    ]);
    sockets[1]?.terminate();
    await expect.poll(all).toBeLessThan(60);
  });

  it('counts against the address that a trusted proxy names', async () => {
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const behind = open('graphql-transport-ws', from);
    await once(behind, 'open');

    behind.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer nonsense' } }));
    await once(behind, 'close');
    const allowance = await t.ports.limiter.take('failed_auth', '198.51.100.7');

    expect(allowance.quota - allowance.remaining).toBe(2);
  });

  it('closes 1001 when the server stops', async () => {
    const stopping = await stoppable();
    const guest = await somebody(other);
    const payload = { authorization: `Bearer ${guest.token}` };
    const socket = new WebSocket(`ws://localhost:${stopping.port}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    await once(socket, 'message');

    const [[code]] = await Promise.all([once(socket, 'close'), stopping.close()]);

    expect(code).toBe(1001);
  });
});

async function stoppable() {
  await other.app.listen({ port: 0, host: 'localhost' });
  const address = other.app.server.address() as AddressInfo;
  return { port: address.port, close: async () => await other.app.close() };
}

function connect(connectionParams: Record<string, unknown>): Client {
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 });
  clients.push(client);
  return client;
}

/** Returns the single result of an operation. */
async function ask(
  client: Client,
  query: string,
  variables: Record<string, unknown> = {},
  operationName: string | null = null,
): Promise<ExecutionResult> {
  for await (const answer of client.iterate({ query, variables, operationName })) return answer as never;
  throw new Error('The operation ended without an answer.');
}

/** Returns the errors, whether the whole operation or a single field was refused. */
async function errorsOf(
  client: Client,
  ...asked: [query: string, variables?: Record<string, unknown>, name?: string]
) {
  try {
    return (await ask(client, ...asked)).errors;
  } catch (errors) {
    if (!Array.isArray(errors)) throw errors;
    return errors as { message: string; extensions?: Record<string, unknown> }[];
  }
}

function open(protocol: string, headers: Record<string, string> = {}): WebSocket {
  const socket = new WebSocket(url, protocol, { headers });
  opened.push(socket);
  return socket;
}

async function refusedHandshake(target: string, protocol: string, headers = {}): Promise<number | undefined> {
  const socket = new WebSocket(target, protocol, { headers });
  socket.on('error', () => {});
  const [, answer] = await once(socket, 'unexpected-response');
  socket.terminate();
  return answer.statusCode;
}

/** Sends the frames, and returns how the socket closes. */
async function closingOf(...frames: (string | Buffer | object)[]): Promise<{ code: number; reason: string }> {
  const socket = open('graphql-transport-ws');
  await once(socket, 'open');
  for (const frame of frames)
    socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  const [code, reason] = await once(socket, 'close');
  return { code, reason: String(reason) };
}

async function closeAfter(...frames: (string | Buffer | object)[]): Promise<number> {
  return (await closingOf(...frames)).code;
}

function repeat(times: number, text: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => text(index)).join(' ');
}
