import type { McpScope } from '../../db/models/mcp-consent.ts';
import { agentToken } from './agents.ts';
import type { TestApp } from './app.ts';
import { mcpServersOf } from './mcp-review.ts';
import { cast } from './people.ts';
import { provider } from './provider.ts';

interface Wanted {
  /** The grants by tool, with their limits. */
  grants?: Record<string, object>;
  scopes?: readonly McpScope[];
}

/** Creates a workspace with a published server of orders, and agents with grants for it. */
export async function grantedWorld(t: TestApp) {
  const place = await cast(t);
  const shop = await provider();
  const servers = await mcpServersOf(t, place, shop);
  const serverId = await servers.published(['listOrders', 'createOrder'], await place.as('APPROVER'));
  const idOf = async (key: string) => (await servers.tool(key)).capabilityId;
  const agent = async ({ grants = { listOrders: {} }, scopes }: Wanted = {}) => {
    const credentialId = (await servers.credential()).body.id as string;
    const granted: Record<string, string> = {};
    for (const [key, bounds] of Object.entries(grants)) {
      const input = await servers.grantInput(serverId, credentialId, key);
      const { status, body } = await servers.grant({ ...input, ...bounds });
      if (status !== 201) throw new Error(JSON.stringify(body));
      granted[key] = body.id;
    }
    return { credentialId, granted, token: await agentToken(t, { credentialId, ...(scopes && { scopes }) }) };
  };
  /** Sends the owner's commands on servers, credentials and grants. */
  const act = async (path: string, body?: object) =>
    await t.rest('POST', `/api/console/mcp/${path}`, { as: place.owner, workspace: place.workspaceId, body });
  return { place, shop, servers, serverId, listOrders: await idOf('listOrders'), agent, act };
}
