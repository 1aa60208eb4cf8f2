import type { ToolListing } from '../../schema/kernel/ports/remote-tools.ts';
import { itemsOf, own } from '../../schema/values/foreign-values.ts';
import type { Connected } from './client.ts';
import { unreadable } from './failure.ts';

export interface PageLimits {
  maxPages: number;
  maxTools: number;
}

/** One page of a server's list. */
export interface Page {
  tools: readonly unknown[];
  /** How long the list may be cached, in milliseconds; 0 if the server does not say. */
  ttlMs: number;
  /** Set on the last page that is read. */
  ending?: ToolListing['ending'];
}

/** Yields the tools of a server, page by page, up to the limits. */
export async function* pagesOf(
  { client, exchange, patience }: Connected,
  { maxPages, maxTools }: PageLimits,
): AsyncGenerator<Page> {
  if (!client.getServerCapabilities()?.tools) return yield { tools: [], ttlMs: 0, ending: 'complete' };
  const seen = new Set<string>();
  let [toolsLeft, cursor] = [maxTools, undefined as string | undefined];
  for (let page = 1; ; page++) {
    // `listTools` has its own limits and writes to the console.
    await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, patience);
    const result = exchange.results.get('tools/list');
    const [tools, next] = [own(result, 'tools'), own(result, 'nextCursor')];
    if (!Array.isArray(tools)) throw unreadable();
    const read = { tools: itemsOf(tools).slice(0, toolsLeft), ttlMs: ttlMsIn(result) };
    const ending = endingOf({ hasMore: tools.length > toolsLeft, next, seen, isLast: page === maxPages });
    if (ending !== null) return yield { ...read, ending };
    yield read;
    toolsLeft -= tools.length;
    cursor = String(next);
    seen.add(cursor);
  }
}

interface After {
  hasMore: boolean;
  next: unknown;
  seen: ReadonlySet<string>;
  isLast: boolean;
}

function endingOf({ hasMore, next, seen, isLast }: After): ToolListing['ending'] | null {
  if (hasMore) return 'too_many_tools';
  if (typeof next !== 'string') return 'complete';
  if (seen.has(next)) return 'cursor_repeated';
  return isLast ? 'too_many_pages' : null;
}

// MCP 2026-07-28, caching; earlier versions have no such field.
function ttlMsIn(result: unknown): number {
  const ttlMs = own(result, 'ttlMs');
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0;
}
