import { beforeEach } from 'vitest';
import type { TestApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { cast } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';

/** Creates a workspace and a provider that it reads from. Each test begins with the provider's usual answers. */
export async function readWorld(t: TestApp) {
  const place = await cast(t);
  const connections = connectionsOf(t, place);
  const shop = await provider();

  beforeEach(() => {
    shop.instead = null;
    shop.asked.length = 0;
    shop.accounts = new Map([[token, 'account-1']]);
  });

  /** Creates a connection, and selects one of the provider's capabilities through it. */
  const selected = async (key = 'listOrders', more: Record<string, unknown> = {}, limit?: number) => {
    const made = await connections.made(shop, more);
    const capabilityId = await connections.capability(made.connectorId, key);
    return {
      ...made,
      capabilityId,
      selection: await connections.select(capabilityId, made.id, undefined, limit),
    };
  };
  return { place, connections, shop, selected };
}
