import { testApp } from '../support/app.ts';
import { atPresent } from '../support/authorization.ts';
import { mcpServersOf } from '../support/mcp-review.ts';
import { cast } from '../support/people.ts';
import { provider } from '../support/provider.ts';
import { toolCallsOf } from '../support/tool-calls.ts';
import { between } from './between.ts';

/** Starts a server with a proxy that can fail, and a shop whose capabilities agents may read and request. */
export async function openShop({ isAtPresent = false } = {}) {
  const link = await between();
  const t = await testApp({ BASE_URL: link.origin, EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  // The authorization server's library uses the clock of the process.
  if (isAtPresent) atPresent(t);
  link.target = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const place = await cast(t);
  const approver = await place.as('APPROVER');
  const shop = await provider();
  const servers = await mcpServersOf(t, place, shop);
  const serverId = await servers.published(['listOrders', 'getOrder', 'createOrder'], approver);
  const idOf = async (key: string) => (await servers.tool(key)).capabilityId;

  /** Creates a credential with grants for all three capabilities. */
  const agent = async (body: object = {}, bounds: object = {}): Promise<{ id: string; secret: string }> => {
    const credential = (await servers.credential(body)).body;
    for (const key of ['listOrders', 'getOrder', 'createOrder']) {
      const input = await servers.grantInput(serverId, credential.id, key);
      const { status, body: told } = await servers.grant({ ...input, ...(key === 'createOrder' && bounds) });
      if (status !== 201) throw new Error(JSON.stringify(told));
    }
    return credential;
  };
  return {
    t,
    link,
    shop,
    approver,
    agent,
    place,
    servers,
    toolCalls: toolCallsOf(t, place.workspaceId),
    listOrders: await idOf('listOrders'),
    getOrder: await idOf('getOrder'),
    createOrder: await idOf('createOrder'),
  };
}
