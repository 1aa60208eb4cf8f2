import { describe, expect, it } from 'vitest';
import { mcpGrantObstacles, type McpGrantObstacle } from '../../../../schema/agents/mcp-grant/rules.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { grantedWorld } from '../../../support/granted.ts';
import { signInAgain } from '../../../support/people.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });

type World = Awaited<ReturnType<typeof grantedWorld>>;
type Agent = Awaited<ReturnType<World['agent']>>;

/** Imports another description of the listed operation. */
async function describeAnew({ servers, shop }: World): Promise<void> {
  const document = shop.document.replaceAll('["open","closed"]', '["open","closed","all"]');
  expect(document).not.toBe(shop.document);
  const path = `/api/console/connect/connectors/${servers.connectorId}/import`;
  const { status } = await servers.connections.send('POST', path, { document });
  expect(status).toBe(202);
  await importAll(t);
}

const ways: Record<McpGrantObstacle, (world: World, agent: Agent) => Promise<unknown>> = {
  REVOKED: async ({ act }, { granted }) => await act(`grants/${granted['listOrders']}/revoke`),
  EXPIRED: async ({ place }) => {
    t.clock.advance({ days: 3 });
    await signInAgain(t, place.owner);
  },
  NOT_SERVED: async ({ act, serverId }) =>
    await act(`servers/${serverId}/quarantine`, { reason: 'Its provider was broken into.' }),
  CHANGED: async (world) => {
    const { serverId, servers, place } = world;
    await describeAnew(world);
    await servers.act(serverId, 'submit');
    await servers.decide(serverId, 'approveRequest', await place.as('APPROVER'));
    expect((await servers.act(serverId, 'publish')).status).toBe(200);
  },
  DISCONNECTED: async ({ servers }) => await servers.connections.disconnect(servers.connectionId),
};

describe('the obstacle of a grant', () => {
  it.each(mcpGrantObstacles)('is reported, and the agent does not find the tool: %s', async (obstacle) => {
    const world = await grantedWorld(t);
    const { place } = world;
    const inTwoDays = new Date(t.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const agent = await world.agent({ grants: { listOrders: { expiresOn: inTwoDays } } });
    const grant = async () =>
      (
        await t.rest('GET', `/api/console/mcp/grants/${agent.granted['listOrders']}`, {
          as: place.owner,
          workspace: place.workspaceId,
        })
      ).body;
    const found = async () => (await agentOf(t, await agentToken(t, agent)).search()).body.data.length;
    const before = [(await grant()).obstacle, await found()];
    await ways[obstacle](world, agent);

    expect(before).toEqual([null, 1]);
    expect([(await grant()).obstacle, await found()]).toEqual([obstacle, 0]);
  });
});
