import { beforeEach, describe, expect, it } from 'vitest';
import { executeApproved } from '../../schema/approvals/approval/execute.ts';
import { createClient } from '../../sdk/src/client.ts';
import type { ClientOptions } from '../../sdk/src/options.ts';
import { keyPairOf, type Algorithm } from '../support/authorization.ts';
import { openShop } from './shop.ts';

const { t, link, shop, approver, agent, place, toolCalls, listOrders, createOrder } = await openShop({
  isAtPresent: true,
});
const baseUrl = link.origin;
const algorithms: Algorithm[] = ['ES256', 'EdDSA', 'RS256'];

beforeEach(() => {
  link.seen.length = 0;
  shop.asked.length = 0;
});

/** Returns the number of token requests. */
const tokensAsked = () => link.seen.filter(({ path }) => path === '/oauth/token').length;

/** Goes all the way: search, describe, read, request, an approval by another person, and the answer. */
async function walk(options: ClientOptions) {
  const client = createClient(options);
  const [found] = (await client.search({ query: 'list orders', mode: 'read' })).data;
  const { selection } = await client.describe(found?.id ?? '', { limit: 3 });
  const read = await client.read(listOrders, { selection: selection.selection });
  const write = await client.describe(createOrder);
  const asked = await client.request(createOrder, {
    selection: write.selection.selection,
    arguments: { body: { id: 31, item: 'Lamp' } },
    purpose: 'A customer wants one.',
  });
  await toolCalls.approve(asked.id, approver);
  await executeApproved(t.ports);
  return { found, read, asked, done: await client.settled(asked.id) };
}

const wholeWay = {
  found: { id: listOrders },
  read: { kind: 'JSON', data: [{ id: 1 }, { id: 2 }, { id: 3 }], cut: { shown: 3 } },
  asked: { status: 'PENDING' },
  done: { status: 'EXECUTED', answer: { data: { id: 31 } } },
};

describe('from a credential to the answer, with the server’s own authorization server,', () => {
  it('a secret works', async () => {
    const { id: credentialId, secret } = await agent();

    expect(await walk({ baseUrl, credentialId, secret })).toMatchObject(wholeWay);
    expect(tokensAsked()).toBe(1);
  });

  it.each(algorithms)('a private key works: %s', async (algorithm) => {
    const { publicKey, privateKey } = keyPairOf(algorithm);
    const { id: credentialId } = await agent({ publicKey });

    expect(await walk({ baseUrl, credentialId, privateKey })).toMatchObject(wholeWay);
    expect(tokensAsked()).toBe(1);
  });

  it('a wrong secret and another client’s key are refused', async () => {
    const { id: credentialId, secret } = await agent();
    const { privateKey } = keyPairOf('ES256');
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;

    for (const proof of [{ secret: wrong }, { privateKey }])
      await expect(createClient({ baseUrl, credentialId, ...proof }).search()).rejects.toMatchObject({
        code: 'token_refused',
        status: 401,
        message: expect.stringContaining('invalid_client'),
      });
  });

  it('an unknown scope gets no token', async () => {
    const { id: credentialId, secret } = await agent();
    const scopes = ['mcp:write' as 'mcp:read'];

    await expect(createClient({ baseUrl, credentialId, secret, scopes }).search()).rejects.toMatchObject({
      code: 'token_refused',
      status: 400,
      message: expect.stringContaining('invalid_scope'),
    });
  });

  it('a revoked credential stops immediately', async () => {
    const { id: credentialId, secret } = await agent();
    const client = createClient({ baseUrl, credentialId, secret });
    await client.search();
    await t.rest('POST', `/api/console/mcp/credentials/${credentialId}/revoke`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    await expect(client.search()).rejects.toMatchObject({ code: 'mcp_credential_stopped' });
    await expect(client.search()).rejects.toMatchObject({ code: 'token_refused' });
  });
});
