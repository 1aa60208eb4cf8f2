import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { listening, officialClients } from '../../support/mcp-clients.ts';
import { mcpOf } from '../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, listOrders, servers, shop } = await grantedWorld(t);
const url = await listening(t);
const [modern, legacy] = ['2026-07-28', '2025-11-25'].map((version) =>
  officialClients.filter((client) => client.version === version),
);

beforeEach(() => {
  shop.asked.length = 0;
  shop.ended.length = 0;
});

/** Prepares a read that the provider does not finish until `goOn` is called. */
async function begun() {
  const { promise, resolve } = Promise.withResolvers<void>();
  shop.until = promise;
  const { token } = await agent();
  const described = await mcpOf(t, token).call('describe_capability', { id: listOrders });
  const { selection } = described.body.result.structuredContent.selection;
  const waiting = new AbortController();
  return {
    token,
    read: { selection },
    signal: waiting.signal,
    hangUp: async () => {
      await expect.poll(() => shop.asked.length).toBe(1);
      waiting.abort();
    },
    goOn: () => {
      shop.until = null;
      resolve();
    },
  };
}

describe('a client that hangs up', () => {
  it.each(modern ?? [])('of 2026-07-28 cancels its read: $name', async ({ connect }) => {
    const { token, read, signal, hangUp, goOn } = await begun();
    const client = await connect(url, token);
    const called = client.call('read_capability', read, signal).catch((error: unknown) => error);
    await hangUp();

    await expect.poll(() => shop.ended).toEqual(['left']);
    expect(await called).toBeInstanceOf(Error);
    goOn();
    expect(await client.call('read_capability', read)).not.toHaveProperty('isError', true);
    expect(
      (await servers.connections.send('GET', `/connections/${servers.connectionId}`)).body,
    ).toMatchObject({
      status: 'ACTIVE',
      health: { lastErrorCode: null },
    });
    expect(t.events.filter(({ event }) => event === 'request.failed')).toEqual([]);
    await client.close();
  });

  it.each(legacy ?? [])('of an older version cancels nothing: $name', async ({ connect }) => {
    const { token, read, signal, hangUp, goOn } = await begun();
    const client = await connect(url, token);
    const called = client.call('read_capability', read, signal).catch((error: unknown) => error);
    await hangUp();
    expect(await called).toBeInstanceOf(Error);
    goOn();

    await expect.poll(() => shop.ended).toEqual(['heard']);
    await client.close();
  });
});
