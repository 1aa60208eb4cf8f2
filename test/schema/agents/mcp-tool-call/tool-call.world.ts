import { beforeEach } from 'vitest';
import type { McpScope } from '../../../../db/models/mcp-consent.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import type { TestApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

interface Wanted {
  scopes?: McpScope[];
  bounds?: object;
  holderId?: string;
}

export type Agent = Awaited<ReturnType<Awaited<ReturnType<typeof toolCallWorld>>['agent']>>;

/** The arguments of an order. */
export const lamp = { body: { id: 31, item: 'Lamp' } };

/** Creates a workspace with a published server of orders, an approver, and agents that request its tools. */
export async function toolCallWorld(t: TestApp) {
  const place = await cast(t);
  const { owner, workspaceId } = place;
  const approver = await place.as('APPROVER');
  const shop = await provider();
  const servers = await mcpServersOf(t, place, shop);
  const serverId = await servers.published(['listOrders', 'createOrder'], approver);
  const createOrder = (await servers.tool('createOrder')).capabilityId;
  const listOrders = (await servers.tool('listOrders')).capabilityId;

  beforeEach(() => {
    shop.asked.length = 0;
    shop.instead = null;
  });

  /** Creates an agent with grants to create and to list orders. */
  const agent = async ({ scopes, bounds = {}, holderId }: Wanted = {}) => {
    const credentialId = (await servers.credential({ ...(holderId && { holderId }) })).body.id as string;
    const grants: Record<string, string> = {};
    for (const key of ['createOrder', 'listOrders']) {
      const input = await servers.grantInput(serverId, credentialId, key);
      const { status, body } = await servers.grant({ ...input, ...(key === 'createOrder' && bounds) });
      if (status !== 201) throw new Error(JSON.stringify(body));
      grants[key] = body.id;
    }
    const rest = agentOf(t, await agentToken(t, { credentialId, ...(scopes && { scopes }) }));
    const selection = async (id = createOrder) =>
      (await rest.describe(id)).body.selection.selection as string;
    const ask = async (args: object = lamp, more: object = {}) =>
      await rest.request(createOrder, { selection: await selection(), arguments: args, ...more });
    return { ...rest, credentialId, grants, selection, ask };
  };

  return {
    place,
    owner,
    workspaceId,
    approver,
    shop,
    servers,
    serverId,
    createOrder,
    listOrders,
    toolCalls: toolCallsOf(t, workspaceId),
    agent,
    /** Returns the writes that the provider received. */
    written: () => shop.asked.filter(({ method }) => method === 'POST'),
  };
}
