import { describe, expect, it } from 'vitest';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { mailsTo } from '../../../support/mail.ts';
import { mcpReviewOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });

/** Publishes a tool for an agent; if `isTold`, the test of its connection reports the account. */
async function world({ isTold, isElsewhere = false }: { isTold: boolean; isElsewhere?: boolean }) {
  const place = await cast(t);
  const { workspaceId } = place;
  const [approver, ada] = [await place.as('APPROVER'), await place.another('ADMIN')];
  const shop = await provider();
  shop.accounts
    .set('tok-of-the-same-0123456789abcdef', 'account-1')
    .set('tok-of-another-0123456789abcdef', 'account-2');
  const connections = connectionsOf(t, place);
  const host = await keyValueVault({ 'team/shop': { token } });
  const vault = {
    name: 'Ours',
    driver: 'KEY_VALUE',
    address: host.address,
    mount: 'secret',
    token: host.token,
  };
  const { body: made } = await connections.send('POST', '/vaults', vault);
  const elsewhere = { kind: 'BEARER', vaultId: made.id, externalName: 'team/shop' };
  const test = isTold ? { testedBy: 'whoAmI', accountPointer: '/id' } : {};
  const {
    id: connectionId,
    projectId,
    connectorId,
    credentialReferenceId,
  } = await connections.made(shop, { ...test, ...(isElsewhere && { secret: elsewhere }) });
  if (isTold) await connections.act(connectionId, 'test');
  const servers = mcpReviewOf(t, place, { connections, connectionId, connectorId, projectId });
  const serverId = await servers.published(['listOrders'], approver);
  const credentialId = (await servers.credential()).body.id as string;
  await servers.grant(await servers.grantInput(serverId, credentialId, 'listOrders'));
  const { capabilityId } = await servers.tool('listOrders');
  const agent = agentOf(t, await agentToken(t, { credentialId }));
  const read = async () => {
    const { selection } = (await agent.describe(capabilityId)).body.selection;
    return await agent.read(capabilityId, { selection });
  };
  const renew = async (value: string) => {
    const path = `/credential-references/${credentialReferenceId}/versions`;
    const { status } = await connections.send('POST', path, { secret: { token: value } }, ada);
    if (status >= 300) throw new Error(`A new secret was refused: ${status}`);
  };
  /** Counts the requests with that token, except those that ask for the account. */
  const asked = (value: string) =>
    shop.asked.filter(({ path, headers }) => path !== '/me' && headers.authorization === `Bearer ${value}`)
      .length;
  const news = async () =>
    (await eventsOf(t, workspaceId)).filter(({ type }) => type === 'mcp_server.secret_changed');
  return {
    host,
    place,
    workspaceId,
    approver,
    ada,
    shop,
    connections,
    connectionId,
    servers,
    serverId,
    read,
    renew,
    asked,
    news,
  };
}

describe('a reviewed connection with a new secret', () => {
  it('of another account, as its provider reports, serves nothing, not even the next call', async () => {
    const { read, renew, asked, connections, connectionId } = await world({ isTold: true });
    const before = await read();
    await renew('tok-of-another-0123456789abcdef');
    const pending = await connections.read(connectionId);
    const [after, again] = [await read(), await read()];

    expect(before.status).toBe(200);
    expect(pending.health.isServing).toBe(false);
    expect([after, again]).toMatchObject([
      { status: 409, body: { code: 'connection_unusable' } },
      { status: 409, body: { code: 'connection_unusable' } },
    ]);
    expect(asked('tok-of-another-0123456789abcdef')).toBe(0);
    expect(await connections.read(connectionId)).toMatchObject({
      status: 'ACTION_REQUIRED',
      accountId: 'account-1',
      health: { problem: 'ACCOUNT_CHANGED' },
    });
  });

  it('of the same account, as its provider reports, serves the next call and emits no event', async () => {
    const { read, renew, asked, news, connections, connectionId, ada } = await world({ isTold: true });
    await renew('tok-of-the-same-0123456789abcdef');
    const answer = await read();

    expect(answer.status).toBe(200);
    expect(asked('tok-of-the-same-0123456789abcdef')).toBe(1);
    expect(await news()).toEqual([]);
    expect(await connections.read(connectionId)).toMatchObject({
      status: 'ACTIVE',
      secretChangedAt: t.clock.now().toISOString(),
      secretChangedBy: { id: ada.memberId },
      health: { isServing: true },
    });
  });

  it('serves nothing while its provider does not report the account', async () => {
    const { read, renew, shop, asked } = await world({ isTold: true });
    await renew('tok-of-another-0123456789abcdef');
    shop.instead = { status: 500 };
    const answer = await read();
    shop.instead = null;

    expect(answer).toMatchObject({ status: 409, body: { code: 'connection_unusable' } });
    expect(asked('tok-of-another-0123456789abcdef')).toBe(0);
  });

  it('of an unknown account is reported to the reviewers and shown on the server', async () => {
    const { read, renew, news, servers, serverId, connectionId, ada, approver } = await world({
      isTold: false,
    });
    const before = await servers.read(serverId);
    await renew('tok-of-another-0123456789abcdef');
    const [after, told] = [await servers.read(serverId), await news()];

    expect((await read()).status).toBe(200);
    expect(before.publishedVersion.tools[0].connection).toMatchObject({
      secretChangedAt: null,
      secretChangedBy: null,
    });
    expect(after.publishedVersion.tools[0].connection).toMatchObject({
      secretChangedAt: t.clock.now().toISOString(),
      secretChangedBy: { id: ada.memberId },
    });
    expect(told).toMatchObject([
      {
        resource: { id: serverId },
        data: { connection: { id: connectionId, secretChangedBy: ada.memberId } },
      },
    ]);
    const mails = (await mailsTo(t, approver.email)).filter(({ subject }) =>
      subject.includes('has a new secret'),
    );
    expect(mails).toHaveLength(1);
  });

  it('in an external vault is noticed when the server reads it, before it is sent', async () => {
    const { read, host, asked, connections, connectionId } = await world({ isTold: true, isElsewhere: true });
    const before = await read();
    host.kept['team/shop'] = { token: 'tok-of-another-0123456789abcdef' };
    const answers = [await read(), await read(), await read()];

    expect(before.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(asked('tok-of-another-0123456789abcdef')).toBe(0);
    expect(await connections.read(connectionId)).toMatchObject({
      status: 'ACTION_REQUIRED',
      secretChangedAt: t.clock.now().toISOString(),
      secretChangedBy: null,
    });
  });

  it('in an external vault, of an unknown account, emits one event', async () => {
    const { read, host, news } = await world({ isTold: false, isElsewhere: true });
    host.kept['team/shop'] = { token: 'tok-of-another-0123456789abcdef' };
    await read();
    await read();

    expect(await news()).toMatchObject([{ data: { connection: { secretChangedBy: null } } }]);
  });
});
