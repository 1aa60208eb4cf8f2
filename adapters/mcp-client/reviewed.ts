import { RemoteToolsFailure, type ReviewedTool } from '../../schema/kernel/ports/remote-tools.ts';
import { nameIn } from '../openapi/tool.ts';
import { told, type Connected } from './client.ts';
import { unreadable } from './failure.ts';
import { digestOfListed, type Known } from './known.ts';
import { pagesOf, type PageLimits } from './pages.ts';

interface Asked {
  /** The key of the server in `known`, and its URL. */
  server: string;
  url: string;
  tool: string;
  reviewed: ReviewedTool;
}

/** Throws unless the server lists the reviewed tool unchanged. */
export async function assertReviewed(
  connection: Connected,
  known: Known,
  { server, url, tool: name, reviewed }: Asked,
  limits: PageLimits,
): Promise<void> {
  const kept = reviewed.mayBeKept ? known.digestOf(server, name) : null;
  if (kept !== null && known.isSame(reviewed.key, kept)) return;
  const afterChanges = known.changesOf(url);
  const { tool, digests, ttlMs } = await told(connection, async (it) => await found(it, name, limits)).catch(
    (error: unknown) => {
      throw unlisted(error);
    },
  );
  known.keep(server, { url, digests, ttlMs, afterChanges });
  const now = digests.get(name);
  if (now !== undefined && known.isSame(reviewed.key, now)) return;
  await reviewed.assertSame(tool);
  if (now !== undefined) known.noteSame(reviewed.key, now);
}

interface Found {
  /** `undefined` if the server lists no tool with the name. */
  tool: unknown;
  /** The digests of the tools that were read, by name. */
  digests: Map<string, string>;
  ttlMs: number;
}

// The remaining pages are read only if the list may be cached.
async function found(connection: Connected, name: string, limits: PageLimits): Promise<Found> {
  const it: Found = { tool: undefined, digests: new Map(), ttlMs: Infinity };
  for await (const { tools, ttlMs, ending } of pagesOf(connection, limits)) {
    it.ttlMs = Math.min(it.ttlMs, ttlMs);
    for (const tool of tools) note(it, tool, name);
    if (it.tool !== undefined && it.ttlMs === 0) break;
    // An incomplete list does not prove that the tool is missing.
    if (ending !== undefined && ending !== 'complete' && it.tool === undefined) throw unreadable();
  }
  return it;
}

// Of several tools with one name, the first counts, as in the description.
function note(it: Found, tool: unknown, name: string): void {
  const own = nameIn(tool);
  if (own === null || it.digests.has(own) || (own !== name && it.ttlMs === 0)) return;
  if (own === name) it.tool = tool;
  it.digests.set(own, digestOfListed(tool));
}

function unlisted(error: unknown): unknown {
  if (!(error instanceof RemoteToolsFailure)) return error;
  const { code, message, cause, status } = error;
  return new RemoteToolsFailure(code, message, { cause, status, isUnlisted: true });
}
