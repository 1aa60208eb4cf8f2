import { createSystemContext } from '../../../schema/command/create-context.ts';
import { openSecret } from '../../../schema/connect/vault/open.ts';
import { agentOf } from '../../support/agents.ts';
import { connectionsOf } from '../../support/connections.ts';
import { importAll } from '../../support/connectors.ts';
import { grantedWorld } from '../../support/granted.ts';
import type { LeasedInstance } from '../../support/leased.ts';
import type { Cast } from '../../support/people.ts';
import { mcpOf } from '../../support/mcp.ts';
import { provider } from '../../support/provider.ts';

export interface Access {
  /** Uses the access on an instance, and returns the status of the answer. */
  use(on: LeasedInstance): Promise<number>;
  /** Ends the access on another instance. */
  end(on: LeasedInstance): Promise<{ status: number }>;
  refused: number;
}

export type Given = (a: LeasedInstance, place: Cast) => Promise<Access>;

type Calls = ReturnType<typeof connectionsOf>;
interface Made {
  id: string;
  connectorId: string;
  document: string;
}

/** Returns the access of a member to a provider through a connection, and how it ends. */
function readThatEnds(
  end: (calls: Calls, made: Made, on: LeasedInstance) => Promise<{ status: number }>,
): Given {
  return async (a, place) => {
    const [shop, calls] = [await provider(), connectionsOf(a, place)];
    const made = await calls.made(shop);
    const selection = await calls.select(await calls.capability(made.connectorId, 'listOrders'), made.id);
    return {
      use: async (on) => (await connectionsOf(on, place).run(selection)).status,
      end: async (on) => await end(connectionsOf(on, place), { ...made, document: shop.document }, on),
      refused: 409,
    };
  };
}

/** Returns the access of an agent by a grant, and how it ends. */
function grantThatEnds(
  end: (on: LeasedInstance, place: Cast, grantId: string) => Promise<{ status: number }>,
  refused: number,
): Given {
  return async (a) => {
    const { place, listOrders, agent } = await grantedWorld(a);
    const { token, granted } = await agent();
    const { selection } = (await agentOf(a, token).describe(listOrders)).body.selection;
    const asked = { selection, arguments: { status: 'closed' } };
    return {
      use: async (on) => (await agentOf(on, token).read(listOrders, asked)).status,
      end: async (on) => await end(on, place, granted['listOrders'] ?? ''),
      refused,
    };
  };
}

/** Calls that go by rows of a provider's capability, connection and credential. */
export const calls: Record<string, Given> = {
  'a read whose connection is disabled': readThatEnds(async ({ act }, { id }) => await act(id, 'disable')),
  'a read whose connection is disconnected': readThatEnds(
    async ({ disconnect }, { id }) => await disconnect(id),
  ),
  'a secret whose reference is destroyed': async (a, place) => {
    const { project, reference } = connectionsOf(a, place);
    const id = await reference(await project());
    const opened = async (on: LeasedInstance) =>
      await openSecret(createSystemContext(on.ports, 'a test', place.workspaceId), id, 'a test');
    return {
      use: async (on) =>
        await opened(on).then(
          () => 200,
          () => 409,
        ),
      end: async (on) => await connectionsOf(on, place).send('DELETE', `/credential-references/${id}`),
      refused: 409,
    };
  },
  'a read whose capability is described anew': readThatEnds(
    async ({ send }, { connectorId, document }, on) => {
      const body = { document: document.replaceAll('"integer"', '"number"') };
      const answer = await send('POST', `/connectors/${connectorId}/import`, body);
      await importAll(on);
      return { status: answer.status === 202 ? 200 : answer.status };
    },
  ),
  'a read of an agent whose grant is revoked': grantThatEnds(
    async (on, { owner, workspaceId: workspace }, id) =>
      await on.rest('POST', `/api/console/mcp/grants/${id}/revoke`, { as: owner, workspace }),
    409,
  ),
  'a session of MCP that its client ends': async (a) => {
    const { token } = await (await grantedWorld(a)).agent();
    const session = await mcpOf(a, token).begin();
    return {
      use: async (on) => (await mcpOf(on, token).legacy(session, 'ping')).status,
      end: async (on) =>
        (await mcpOf(on, token).end(session)).status === 204 ? { status: 200 } : { status: 0 },
      refused: 404,
    };
  },
  'a read of an agent whose grant is narrowed to other arguments': grantThatEnds(
    async (on, { owner, workspaceId: workspace }, id) =>
      await on.rest('PATCH', `/api/console/mcp/grants/${id}`, {
        as: owner,
        workspace,
        body: { argumentLimits: [{ pointer: '/status', enum: ['open'] }] },
      }),
    422,
  ),
};
