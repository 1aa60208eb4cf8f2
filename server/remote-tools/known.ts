import { createHash } from 'node:crypto';
import type { RemoteServer } from '../../schema/outside.ts';
import type { Clock } from '../../schema/ports.ts';

/** What servers listed, as long as each lets it be kept, and what of it was judged. */
export interface Known {
  /** The digest of a tool as its server listed it; null where that is not kept, or not any more. */
  digestOf(server: string, tool: string): string | null;
  keep(server: string, digests: ReadonlyMap<string, string>, ttlMs: number): void;
  /** The server says that its list is another by now. */
  forget(server: string): void;
  /** Whether somebody judged a tool of this digest to be what was reviewed. */
  isSame(reviewed: string, digest: string): boolean;
  noteSame(reviewed: string, digest: string): void;
}

interface Kept {
  digests: ReadonlyMap<string, string>;
  until: number;
}

const maxServers = 200;
const maxJudged = 20_000;
// Whatever a server promises, it is looked at again after an hour.
const longestMs = 3_600_000;

export function createKnown(clock: Clock): Known {
  const servers = new Map<string, Kept>();
  const judged = new Map<string, true>();
  return {
    digestOf: (server, tool) => {
      const kept = servers.get(server);
      if (!kept || kept.until <= clock.now().getTime()) return null;
      return kept.digests.get(tool) ?? null;
    },
    keep: (server, digests, ttlMs) => {
      servers.delete(server);
      if (ttlMs === 0) return;
      const until = clock.now().getTime() + Math.min(ttlMs, longestMs);
      put(servers, server, { digests, until }, maxServers);
    },
    forget: (server) => void servers.delete(server),
    isSame: (reviewed, digest) => judged.has(`${reviewed} ${digest}`),
    noteSame: (reviewed, digest) => put(judged, `${reviewed} ${digest}`, true, maxJudged),
  };
}

// The oldest goes; what is missing is asked for again.
function put<Value>(all: Map<string, Value>, key: string, value: Value, most: number): void {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > most && oldest !== undefined) all.delete(oldest);
}

/** A server and who asks it, without the secret by which they do. */
export function nameOf({ url, headers }: RemoteServer): string {
  const lasting = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'traceparent');
  return digestOfListed([url.href, Object.fromEntries(lasting)]);
}

/** SHA-256 of what a server lists; where it lists the same in another order, that is looked at once more. */
export function digestOfListed(listed: unknown): string {
  return createHash('sha256').update(JSON.stringify(listed)).digest('base64');
}
