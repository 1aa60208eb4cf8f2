import { beforeEach, describe, expect, it } from 'vitest';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { listening } from '../../support/mcp-clients.ts';
import { envelope, mcpOf, modernVersion } from '../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, listOrders, shop } = await grantedWorld(t);
const url = await listening(t);

beforeEach(() => {
  shop.asked.length = 0;
  shop.ended.length = 0;
  shop.until = null;
});

/** Prepares a read that the provider does not finish until `goOn` is called. */
async function begun() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { token } = await agent();
  const described = await mcpOf(t, token).call('describe_capability', { id: listOrders });
  shop.until = promise;
  const goOn = () => {
    shop.until = null;
    resolve();
  };
  return {
    token,
    read: { selection: described.body.result.structuredContent.selection.selection as string },
    goOn,
  };
}

const requestInit = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const us = { name: 'a-client', version: '1' };
const clients = [
  [
    '2026-07-28',
    async (token: string) => {
      const client = new Client(us, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: requestInit(token) }));
      return client;
    },
  ],
  [
    '2025-11-25',
    async (token: string) => {
      const client = new FirstClient(us);
      await client.connect(new FirstTransport(url, { requestInit: requestInit(token) }));
      return client as unknown as Client;
    },
  ],
] as const;

describe.each(clients)('a client of %s that requests progress', (_version, connect) => {
  it('receives progress while its call runs, and then the complete answer', async () => {
    const { token, read, goOn } = await begun();
    const client = await connect(token);
    const told: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => {
      told.push(progress);
      goOn();
    };
    const call = { name: 'read_capability', arguments: read };
    const options = { onprogress, resetTimeoutOnProgress: true };
    const legacy = client as unknown as {
      callTool: (...given: unknown[]) => Promise<{ structuredContent: object }>;
    };
    const answer =
      _version === '2025-11-25'
        ? await legacy.callTool(call, undefined, options)
        : await client.callTool(call, options);

    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(answer.structuredContent).toMatchObject({ kind: 'JSON', cut: null });
    await client.close();
  });

  it('cancels its call when it aborts', async () => {
    const { token, read, goOn } = await begun();
    const client = await connect(token);
    const given = new AbortController();
    const call = { name: 'read_capability', arguments: read };
    const options = { onprogress: () => given.abort(), signal: given.signal };
    const legacy = client as unknown as { callTool: (...given: unknown[]) => Promise<object> };
    const called =
      _version === '2025-11-25' ? legacy.callTool(call, undefined, options) : client.callTool(call, options);

    await expect(called).rejects.toBeInstanceOf(Error);
    await expect.poll(() => shop.ended).toEqual(['left']);
    goOn();
    await client.close();
  });
});

describe('an answer', () => {
  const post = async (token: string, accept: string, read: object, meta: object) =>
    await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept,
        'mcp-protocol-version': modernVersion,
        'mcp-method': 'tools/call',
        'mcp-name': 'read_capability',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'read_capability', arguments: read, _meta: { ...envelope, ...meta } },
      }),
    });
  const both = 'application/json, text/event-stream';

  it('that is ready soon is one JSON object, even if progress was requested', async () => {
    const { token, read, goOn } = await begun();
    goOn();
    const answer = await post(token, both, read, { progressToken: 'p' });

    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toMatchObject({ id: 7, result: { structuredContent: { kind: 'JSON' } } });
  });

  it('that takes longer is a stream of progress with the given token, and the answer at its end', async () => {
    const { token, read, goOn } = await begun();
    const answer = await post(token, both, read, { progressToken: 'p' });
    goOn();
    const messages = (await answer.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace('event: message\ndata: ', '')));

    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(messages).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { id: 7, result: { structuredContent: { kind: 'JSON' } } },
    ]);
  });

  it.each([
    ['who sent no token', both, {}],
    ['who reads no events', 'application/json', { progressToken: 1 }],
    ['whose token is none', both, { progressToken: null }],
  ])('to a client %s is no stream', async (_who, accept, meta) => {
    const { token, read, goOn } = await begun();
    const asked = post(token, accept, read, meta);
    // The later request already receives progress.
    const later = await post(token, both, read, { progressToken: 'p' });
    goOn();

    expect(later.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await later.text();
    expect((await asked).headers.get('content-type')).toMatch(/^application\/json/);
  });
});
