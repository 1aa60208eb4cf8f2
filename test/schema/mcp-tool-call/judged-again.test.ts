import { describe, expect, it } from 'vitest';
import { executeApproved } from '../../../schema/approval/execute.ts';
import { agentOf, agentToken } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { importAll } from '../../support/connectors.ts';
import { count } from '../../support/count.ts';
import { grantedWorld } from '../../support/granted.ts';
import type { CastMember } from '../../support/people.ts';
import { toolCallsOf } from '../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });

type World = Awaited<ReturnType<typeof world>>;

/** A workspace with an agent that somebody holds, and somebody else has issued, and with who approves what it asks. */
async function world() {
  const it = await grantedWorld(t);
  const { place, servers, serverId, shop } = it;
  const { workspaceId } = place;
  const approver = await place.as('APPROVER');
  const [holder, issuer] = [await place.another('VIEWER'), await place.another('ADMIN')];
  const credential = await servers.credential({ holderId: holder.memberId }, issuer);
  const credentialId = credential.body.id as string;
  const granted = await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
  const { capabilityId } = await servers.tool('createOrder');
  const toolCalls = toolCallsOf(t, workspaceId);
  const rest = agentOf(t, await agentToken(t, { credentialId }));
  const ask = async (id = 31): Promise<string> => {
    const { selection } = (await rest.describe(capabilityId)).body.selection;
    const asked = await rest.request(capabilityId, { selection, arguments: { body: { id, item: 'Lamp' } } });
    expect(asked.status).toBe(202);
    return asked.body.id;
  };
  return {
    ...it,
    holder,
    issuer,
    credentialId,
    grantId: granted.body.id as string,
    ask,
    approve: async (id: string) => await toolCalls.approve(id, approver),
    reject: async (id: string) => await toolCalls.reject(id, approver),
    statusOf: async (id: string) => (await toolCalls.read(id, approver)).body.approvalRequest.status,
    written: () => shop.asked.filter(({ method }) => method === 'POST').length,
    suspend: async ({ memberId }: CastMember) =>
      await t.rest('POST', `/api/console/members/${memberId}/suspend`, {
        as: place.owner,
        workspace: workspaceId,
        body: {},
      }),
  };
}

const quarantine = async ({ act, serverId }: World) =>
  await act(`servers/${serverId}/quarantine`, { reason: 'Its provider was broken into.' });

const ways: Record<string, (world: World) => Promise<{ status: number }>> = {
  'its grant is taken back': async ({ act, grantId }) => await act(`grants/${grantId}/revoke`),
  'its credential is revoked': async ({ act, credentialId }) =>
    await act(`credentials/${credentialId}/revoke`),
  'who holds the credential is suspended': async ({ suspend, holder }) => await suspend(holder),
  'who issued the credential is suspended': async ({ suspend, issuer }) => await suspend(issuer),
  'its server is quarantined': quarantine,
  'its provider describes the tool in another way': async ({ servers, shop }) => {
    const document = shop.document.replace(
      '"requestBody":{"required":true',
      '"requestBody":{"required":false',
    );
    expect(document).not.toBe(shop.document);
    const path = `/api/console/connect/connectors/${servers.connectorId}/import`;
    const answer = await servers.connections.send('POST', path, { document });
    await importAll(t);
    return answer;
  },
  'its connection is ended': async ({ servers }) =>
    await servers.connections.disconnect(servers.connectionId),
};

describe('spec §5.10: what was approved is judged again', () => {
  it.each(Object.entries(ways))('before it is run: %s, and it is not', async (_name, end) => {
    const it = await world();
    const id = await it.ask();
    expect(await it.approve(id)).toMatchObject({ status: 200 });
    expect((await end(it)).status).toBeLessThan(300);
    await executeApproved(t.ports);

    expect(await it.statusOf(id)).toBe('FAILED');
    expect(it.written()).toBe(0);
  });

  it.each(Object.entries(ways))('before it is approved: %s, and nobody approves it', async (_name, end) => {
    const it = await world();
    const id = await it.ask();
    expect((await end(it)).status).toBeLessThan(300);

    expect(await it.approve(id)).toMatchObject({ status: 409 });
    await executeApproved(t.ports);
    expect(it.written()).toBe(0);
  });

  it('while it is approved: what is taken back at that moment is not run', async () => {
    const it = await world();
    const { servers, serverId, credentialId, act } = it;
    const rounds = Math.max(3, count(100));
    for (let round = 0; round < rounds; round += 1) {
      const id = await it.ask(round);
      const grants = await t.ports.database.knex('mcpGrant').where({ credentialId, status: 'ACTIVE' });
      const [approved, revoked] = await Promise.all([it.approve(id), act(`grants/${grants[0].id}/revoke`)]);
      await executeApproved(t.ports);
      expect([200, 409]).toContain(approved.status);
      expect(revoked.status).toBe(200);
      expect(await it.statusOf(id)).toBe(approved.status === 200 ? 'FAILED' : 'PENDING');
      // What still waits would count among the fifty that an agent may have.
      if (approved.status === 409) await it.reject(id);
      await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
    }

    expect(it.written()).toBe(0);
  });
});

describe('a workspace whose calls take long', () => {
  it('has twenty of them under way and no more, and the others when these have ended', async () => {
    const it = await world();
    const held = Promise.withResolvers<void>();
    it.shop.until = held.promise;
    for (let index = 0; index < 23; index += 1) await it.approve(await it.ask(index));
    const running = executeApproved(t.ports);
    await expect.poll(it.written).toBe(20);
    await executeApproved(t.ports);
    const during = it.written();
    it.shop.until = null;
    held.resolve();
    await running;
    await executeApproved(t.ports);

    expect(during).toBe(20);
    expect(it.written()).toBe(23);
  });
});
