import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import {
  cancelAbandoned,
  cancelAbandonedIn,
} from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { onCommits } from '../../../../server/jobs/on-commits.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { count, quarter } from '../../../support/count.ts';
import { grantedWorld } from '../../../support/granted.ts';
import type { CastMember } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });

type World = Awaited<ReturnType<typeof world>>;

/** Creates a workspace with an agent, the holder and the issuer of its credential, and an approver. */
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
    poll: async (id: string) => (await rest.toolCall(id)).body,
    read: async (id: string) => {
      const query = `query ($id: ID!) { mcpToolCall(id: $id) {
        approvalRequest { status outcome obstacle eligibleApproverCount } } }`;
      const { body } = await t.graphql(query, { id }, { as: approver, workspace: workspaceId });
      return body.data.mcpToolCall.approvalRequest;
    },
    approve: async (id: string) => await toolCalls.approve(id, approver),
    reject: async (id: string) => await toolCalls.reject(id, approver),
    statusOf: async (id: string) => (await toolCalls.read(id, approver)).body.approvalRequest.status,
    written: () => shop.asked.filter(({ method }) => method === 'POST').length,
    change: async (id: string, body: object) =>
      await t.rest('PATCH', `/api/console/mcp/grants/${id}`, {
        as: place.owner,
        workspace: workspaceId,
        body,
      }),
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

/** The reason that people and agents read for each way. Agents with a stopped credential read nothing. */
const sentences: Record<string, string> = {
  'its grant is taken back': 'Its grant was revoked.',
  'its credential is revoked': 'The MCP credential of the request was revoked.',
  'who holds the credential is suspended': 'The holder of the MCP credential was suspended.',
  'who issued the credential is suspended':
    'The MCP credential of the request has stopped: its issuer has left or may no longer create credentials.',
  'its server is quarantined': 'The MCP server’s version that offers the tool was quarantined.',
  'its provider describes the tool in another way':
    'The MCP server’s version that offers the tool was quarantined.',
  'its connection is ended': 'Its connection was disconnected.',
  'its server is retired': 'The MCP server’s version that offers the tool was retired.',
  'its grant is limited in another way': 'The limits of its grant have changed.',
  'its grant is moved to another version': 'Its grant now covers another version of the MCP server.',
  'its grant has its last day': 'Its grant expired on 2020-01-02.',
  'its deprecated version has its last day': 'The MCP server’s version that offers the tool was retired.',
  'its connection is found to be for an account':
    'Its connection now belongs to another account at the provider.',
};

const everyWay: typeof ways = {
  ...ways,
  'its server is retired': async ({ act, serverId }) => await act(`servers/${serverId}/retire`),
  'its grant is limited in another way': async ({ change, grantId }) =>
    await change(grantId, { argumentLimits: [{ pointer: '/body/item', enum: ['Lamp'] }] }),
  'its grant is moved to another version': async ({ servers, serverId, place }) => {
    const { publishedVersion: from } = await servers.read(serverId);
    await servers.setTools(serverId, ['createOrder']);
    await servers.act(serverId, 'submit');
    await servers.act(serverId, 'publish');
    const { publishedVersion: to } = await servers.read(serverId);
    expect(to.id).not.toBe(from.id);
    return await t.graphql(
      'mutation ($input: MoveMcpGrantsInput!) { moveMcpGrants(input: $input) { movedCount } }',
      { input: { fromVersionId: from.id, toVersionId: to.id } },
      { as: place.owner, workspace: place.workspaceId },
    );
  },
  // Writes the row directly: the passage of time, or a check, would cause this change.
  'its grant has its last day': async ({ grantId }) => {
    await t.ports.database.knex('mcpGrant').where({ id: grantId }).update({ expiresOn: '2020-01-02' });
    await rewriteMacs(t.ports.database.knex);
    return { status: 200 };
  },
  'its deprecated version has its last day': async ({ servers, serverId }) => {
    const { publishedVersion } = await servers.read(serverId);
    const over = { status: 'DEPRECATED', retiresAt: t.clock.now() };
    await t.ports.database.knex('mcpServerVersion').where({ id: publishedVersion.id }).update(over);
    await rewriteMacs(t.ports.database.knex);
    return { status: 200 };
  },
  'its connection is found to be for an account': async ({ servers }) => {
    const found = { accountId: 'acct_7' };
    await t.ports.database.knex('connection').where({ id: servers.connectionId }).update(found);
    return { status: 200 };
  },
};

describe('a pending call', () => {
  it.each(quarter(Object.entries(everyWay)))(
    'is cancelled, and both sides read the reason: %s',
    async (name, end) => {
      const it = await world();
      const { workspaceId } = it.place;
      const id = await it.ask();
      const waiting = await it.read(id);
      expect((await end(it)).status).toBeLessThan(300);
      // Agents are served from snapshots, which direct writes do not invalidate.
      for (const { ports } of t.instances) ports.snapshots.clear();
      const reason = sentences[name];
      const between = await it.read(id);
      const polled = await it.poll(id);
      const before = (await eventsOf(t, workspaceId)).length;
      await cancelAbandoned(t.ports);
      await cancelAbandoned(t.ports);

      expect(waiting).toMatchObject({ status: 'PENDING', obstacle: null, eligibleApproverCount: 2 });
      expect(between).toMatchObject({ status: 'PENDING', obstacle: reason, eligibleApproverCount: 0 });
      const ended = { status: 'CANCELLED', reason, pollAfterSeconds: null };
      // An agent with a stopped credential reads nothing.
      const polls = /credential/.test(name) ? [] : [polled, await it.poll(id)];
      expect(polls).toMatchObject(polls.map(() => ended));
      expect(await it.read(id)).toMatchObject({ status: 'CANCELLED', outcome: reason, obstacle: null });
      const told = (await eventsOf(t, workspaceId)).slice(before);
      expect(told.map(({ type }) => type)).toEqual(['mcp_tool_call.cancelled', 'approval.cancelled']);
      const entries = (await entriesOf(t, workspaceId)).slice(-2);
      expect(entries).toMatchObject([
        { action: 'mcp_tool_call.cancelled', reason, actor: { kind: 'SYSTEM' } },
        { action: 'approval.cancelled', reason, actor: { kind: 'SYSTEM', id: 'cancel-abandoned' } },
      ]);
    },
  );

  it.each(['disable', 'enable'])(
    'stays pending while its connection can return: after the action %s',
    async (verb) => {
      const it = await world();
      const id = await it.ask();
      await it.servers.connections.act(it.servers.connectionId, 'disable');
      if (verb === 'enable') await it.servers.connections.act(it.servers.connectionId, 'enable');
      await cancelAbandoned(t.ports);

      expect(await it.poll(id)).toMatchObject({ status: 'PENDING', pollAfterSeconds: 5, reason: null });
      expect(await it.read(id)).toMatchObject({
        status: 'PENDING',
        obstacle: null,
        eligibleApproverCount: 2,
      });
      expect(await it.approve(id)).toMatchObject({ status: 200 });
    },
  );

  it('expires no later than its version retires', async () => {
    const it = await world();
    const { publishedVersion } = await it.servers.read(it.serverId);
    const retiresAt = new Date(t.clock.now().getTime() + 60_000);
    const ending = { status: 'DEPRECATED', retiresAt };
    await t.ports.database.knex('mcpServerVersion').where({ id: publishedVersion.id }).update(ending);
    await rewriteMacs(t.ports.database.knex);
    for (const { ports } of t.instances) ports.snapshots.clear();
    const call = await it.poll(await it.ask());

    expect(call.expiresAt).toBe(retiresAt.toISOString());
  });

  it('is cancelled right after the commit, once among all processes that receive it', async () => {
    const it = await world();
    const ids = [await it.ask(1), await it.ask(2)];
    const looking = t.instances.map(({ ports }) =>
      onCommits(ports, async (workspaceIds) => await cancelAbandonedIn(ports, workspaceIds)),
    );
    await it.act(`grants/${it.grantId}/revoke`);
    const isEnded = async () =>
      (
        await ApprovalRequest.query(t.ports.database.knex).where({
          workspaceId: it.place.workspaceId,
          kind: 'MCP_TOOL_CALL',
          status: 'CANCELLED',
        })
      ).length;
    await expect.poll(isEnded).toBe(2);
    for (const one of looking) await one[Symbol.asyncDispose]();
    const told = (await eventsOf(t, it.place.workspaceId)).filter(
      ({ type }) => type === 'approval.cancelled',
    );

    expect(told.map(({ data }) => (data as { subject: { id: string } }).subject.id).toSorted()).toEqual(
      ids.toSorted(),
    );
  });
});

describe('spec §5.10: an approved call is checked again', () => {
  it.each(quarter(Object.entries(ways)))(
    '%s: it is not run, and no pending one is approved',
    async (_name, end) => {
      const it = await world();
      const [approved, waiting] = [await it.ask(1), await it.ask(2)];
      expect(await it.approve(approved)).toMatchObject({ status: 200 });
      expect((await end(it)).status).toBeLessThan(300);

      await executeApproved(t.ports);

      expect(await it.statusOf(approved)).toBe('FAILED');
      expect(await it.approve(waiting)).toMatchObject({ status: 409 });
      await executeApproved(t.ports);
      expect(it.written()).toBe(0);
    },
  );

  it('during its approval: it is not run if its grant is revoked at that moment', async () => {
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
      // A call that stays pending would count toward the fifty that an agent may have.
      if (approved.status === 409) await it.reject(id);
      await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
    }

    expect(it.written()).toBe(0);
  });
});

describe('a workspace with slow calls', () => {
  it('runs at most twenty of them at the same time, and the others afterward', async () => {
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
