import type { Tool } from '@modelcontextprotocol/client';
import type { Bounds, Egress, RemoteTools, ToolAnswer, ToolCall, ToolListing } from '../../schema/outside.ts';
import { isObject, itemsOf, own } from '../describe/values.ts';
import { connected, type Connected } from './client.ts';
import { unreadable } from './failure.ts';

export interface ListingLimits extends Bounds {
  maxPages: number;
  maxTools: number;
}

const usual: ListingLimits = { timeoutMs: 60_000, maxBytes: 5 * 2 ** 20, maxPages: 200, maxTools: 5_000 };
const serverInfo = 'io.modelcontextprotocol/serverInfo';

/** Asks other people’s MCP servers, through the one way out; each time from the beginning, and nothing is kept. */
export function createRemoteTools(egress: Egress, given: Partial<ListingLimits> = {}): RemoteTools {
  const limits = { ...usual, ...given };
  return {
    list: async (server, signal) =>
      await connected(egress, server, { bounds: limits, signal }, async (it) => await listed(it, limits)),
    call: async (server, call) =>
      await connected(
        egress,
        server,
        { bounds: call.bounds, signal: call.signal, onceConnected: call.demandStill },
        async (it) => await called(it, call),
      ),
  };
}

async function listed(connection: Connected, limits: ListingLimits): Promise<ToolListing> {
  const { client, exchange } = connection;
  const self = exchange.results.get(client.getProtocolEra() === 'modern' ? 'server/discover' : 'initialize');
  return {
    server: own(self, 'serverInfo') ?? own(own(self, '_meta'), serverInfo),
    instructions: own(self, 'instructions'),
    ...(client.getServerCapabilities()?.tools
      ? await pagesOf(connection, limits)
      : { tools: [], ending: 'complete' }),
  };
}

async function pagesOf(
  { client, exchange, patience }: Connected,
  { maxPages, maxTools }: ListingLimits,
): Promise<Pick<ToolListing, 'tools' | 'ending'>> {
  const seen = new Set<string>();
  let tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    // Not by `listTools`, which has bounds of its own and writes to the console.
    await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, patience);
    const result = exchange.results.get('tools/list');
    const next = own(result, 'nextCursor');
    if (!Array.isArray(own(result, 'tools'))) throw unreadable();
    tools = tools.concat(itemsOf(own(result, 'tools')));
    if (tools.length > maxTools) return { tools: tools.slice(0, maxTools), ending: 'too_many_tools' };
    if (typeof next !== 'string') return { tools, ending: 'complete' };
    if (seen.has(next)) return { tools, ending: 'cursor_repeated' };
    if (page === maxPages) return { tools, ending: 'too_many_pages' };
    seen.add(next);
    cursor = next;
  }
}

async function called(
  { client, exchange, patience }: Connected,
  { tool: name, arguments: given, inputSchema }: ToolCall,
): Promise<ToolAnswer> {
  // The definition says which arguments are headers too; without it the client would list all tools to find that out.
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
