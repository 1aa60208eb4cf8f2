import type { Connector } from '../../../db/models/connector.ts';
import type { Context } from '../../kernel/context.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import type { ToolListing } from '../../kernel/ports/remote-tools.ts';

/** Lists the tools of an MCP server with a credential. Throws a RemoteToolsFailure. */
type List = (credential: InjectedCredential | null) => Promise<ToolListing>;

/** Lists the tools with a credential of the room; null if the room has none for this address. */
type Reader = (ctx: Context, connector: Connector, url: URL, list: List) => Promise<ToolListing | null>;

const readers: Reader[] = [];

/** Registers a reader of a dependent room, since the connector room does not import those. */
export function readToolsBy(reader: Reader): void {
  readers.push(reader);
}

/** Lists the tools with the first credential that a room has, or without one. */
export async function listByRooms(
  ctx: Context,
  connector: Connector,
  url: URL,
  list: List,
): Promise<ToolListing> {
  for (const read of readers) {
    const listing = await read(ctx, connector, url, list);
    if (listing) return listing;
  }
  return await list(null);
}
