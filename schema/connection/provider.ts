import type { Connection } from '../../db/models/connection.ts';
import { Connector } from '../../db/models/connector.ts';
import type { Context } from '../context.ts';
import type { Provider } from '../gateway/provider.ts';
import type { InjectedCredential } from '../gateway/inject.ts';

/** What is called through a connection, and as whom. */
export async function providerOf(
  ctx: Context,
  { id, connectorId, baseUrl }: Connection,
  credential: InjectedCredential | null,
): Promise<Provider> {
  const { source } = await Connector.inWorkspace(ctx).findById(connectorId).throwIfNotFound();
  return { key: id, source, base: new URL(baseUrl), credential };
}
