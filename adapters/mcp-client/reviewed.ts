import { RemoteToolsFailure, type ReviewedTool } from '../../schema/kernel/ports/remote-tools.ts';
import { nameIn } from '../openapi/tool.ts';
import { told, type Connected } from './client.ts';
import { unreadable } from './failure.ts';
import { digestOfListed, type Known } from './known.ts';
import { pagesOf, type PageLimits } from './pages.ts';

interface Asked {
  /** The server, by the name that `known` has for it, and by its address. */
  server: string;
  url: string;
  tool: string;
  reviewed: ReviewedTool;
}

/** Throws unless the server lists the tool as it was reviewed. */
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
  /** `undefined` where the server lists none of the name. */
  tool: unknown;
  /** Of the tools that were read, by name. */
  digests: Map<string, string>;
  ttlMs: number;
}

// The rest of the pages is read only where what they say may be kept.
async function found(connection: Connected, name: string, limits: PageLimits): Promise<Found> {
  const it: Found = { tool: undefined, digests: new Map(), ttlMs: Infinity };
  for await (const { tools, ttlMs, ending } of pagesOf(connection, limits)) {
    it.ttlMs = Math.min(it.ttlMs, ttlMs);
    for (const tool of tools) note(it, tool, name);
    if (it.tool !== undefined && it.ttlMs === 0) break;
    // What has no end says nothing of what is not in it.
    if (ending !== undefined && ending !== 'complete' && it.tool === undefined) throw unreadable();
  }
  return it;
}

// Of several tools of one name the first counts, as where they are described.
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
