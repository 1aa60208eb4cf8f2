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

/** How often a token was asked for. */
const tokensAsked = () => link.seen.filter(({ path }) => path === '/oauth/token').length;

/** All the way: found, described, read, asked for, approved by another person, and answered. */
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

describe('from a credential to the answer, by the server’s own authorization server', () => {
  it('leads a secret', async () => {
    const { id: credentialId, secret } = await agent();

    expect(await walk({ baseUrl, credentialId, secret })).toMatchObject(wholeWay);
    expect(tokensAsked()).toBe(1);
  });

  it.each(algorithms)('leads a private key: %s', async (algorithm) => {
    const { publicKey, privateKey } = keyPairOf(algorithm);
    const { id: credentialId } = await agent({ publicKey });

    expect(await walk({ baseUrl, credentialId, privateKey })).toMatchObject(wholeWay);
    expect(tokensAsked()).toBe(1);
  });

  it('leads no wrong secret, and no key of somebody else', async () => {
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

  it('gives no token for scopes that there are none of', async () => {
    const { id: credentialId, secret } = await agent();
    const scopes = ['mcp:write' as 'mcp:read'];

    await expect(createClient({ baseUrl, credentialId, secret, scopes }).search()).rejects.toMatchObject({
      code: 'token_refused',
      status: 400,
      message: expect.stringContaining('invalid_scope'),
    });
  });

  it('ends at once where the credential is revoked', async () => {
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
