import type { Tool } from '@modelcontextprotocol/client';
import type { Bounds, Egress } from '../../schema/kernel/ports/egress.ts';
import type {
  RemoteServer,
  RemoteTools,
  ToolAnswer,
  ToolCall,
  ToolListing,
} from '../../schema/kernel/ports/remote-tools.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import { isObject, own } from '../../schema/values/foreign-values.ts';
import { connected, type Connected } from './client.ts';
import { unreadable } from './failure.ts';
import { createKnown, nameOf } from './known.ts';
import { pagesOf, type PageLimits } from './pages.ts';
import { assertReviewed } from './reviewed.ts';

export interface ListingLimits extends Bounds, PageLimits {}

const usual: ListingLimits = { timeoutMs: 60_000, maxBytes: 5 * 2 ** 20, maxPages: 200, maxTools: 5_000 };
const serverInfo = 'io.modelcontextprotocol/serverInfo';

/** Creates the client for external MCP servers. It caches only digests of their lists, as they allow. */
export function createRemoteTools(
  egress: Egress,
  clock: Clock,
  given: Partial<ListingLimits> = {},
): RemoteTools {
  const limits = { ...usual, ...given };
  const known = createKnown(clock);
  const exchanging = (server: RemoteServer, bounds: Bounds, signal: AbortSignal | undefined) => ({
    bounds,
    maxListingBytes: limits.maxBytes,
    signal,
    onListChanged: () => known.forget(server.url.href),
  });
  return {
    list: async (server, signal) =>
      await connected(
        egress,
        server,
        exchanging(server, limits, signal),
        async (it) => await listed(it, limits),
      ),
    call: async (server, call) => {
      const { reviewed, assertStill, tool } = call;
      const onceConnected = async (it: Connected) => {
        if (reviewed) {
          const asked = { server: nameOf(server), url: server.url.href, tool, reviewed };
          await assertReviewed(it, known, asked, limits);
        }
        await assertStill?.();
      };
      const connecting = { ...exchanging(server, call.bounds, call.signal), onceConnected };
      return await connected(egress, server, connecting, async (it) => await called(it, call));
    },
  };
}

async function listed(connection: Connected, limits: ListingLimits): Promise<ToolListing> {
  const { client, exchange } = connection;
  const self = exchange.results.get(client.getProtocolEra() === 'modern' ? 'server/discover' : 'initialize');
  let tools: unknown[] = [];
  let ending: ToolListing['ending'] = 'complete';
  for await (const page of pagesOf(connection, limits)) {
    tools = tools.concat(page.tools);
    ending = page.ending ?? ending;
  }
  return {
    server: own(self, 'serverInfo') ?? own(own(self, '_meta'), serverInfo),
    instructions: own(self, 'instructions'),
    tools,
    ending,
  };
}

async function called(
  { client, exchange, patience }: Connected,
  { tool: name, arguments: given, inputSchema }: ToolCall,
): Promise<ToolAnswer> {
  // The definition says which arguments are also headers; without it the client would list all tools.
  const toolDefinition = { name, inputSchema: { ...inputSchema, type: 'object' } } as Tool;
  await client.callTool({ name, arguments: given }, { ...patience, toolDefinition });
  const result = exchange.results.get('tools/call');
  const content = own(result, 'content');
  if (!Array.isArray(content) || !content.every(isBlock)) throw unreadable();
  return {
    content,
    structuredContent: own(result, 'structuredContent'),
    isError: own(result, 'isError') === true,
  };
}

function isBlock(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof own(value, 'type') === 'string';
}
