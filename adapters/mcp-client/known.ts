import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RemoteServer } from '../../schema/kernel/ports/remote-tools.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';

/** What servers listed, as long as each lets it be kept, and what of it was judged. */
export interface Known {
  /** The digest of a tool as its server listed it; null where that is not kept, or not any more. */
  digestOf(server: string, tool: string): string | null;
  /** How often the server has said so far that its list changed. */
  changesOf(url: string): number;
  /** Keeps a list that was asked for after so many changes, unless there was another one since. */
  keep(server: string, list: Listed): void;
  /** The server says that its list changed, for whoever asks it. */
  forget(url: string): void;
  /** Whether somebody judged a tool of this digest to be what was reviewed. */
  isSame(reviewed: string, digest: string): boolean;
  noteSame(reviewed: string, digest: string): void;
}

export interface Listed {
  url: string;
  digests: ReadonlyMap<string, string>;
  ttlMs: number;
  afterChanges: number;
}

interface Kept extends Pick<Listed, 'url' | 'digests'> {
  until: number;
}

const maxServers = 200;
// Of all servers together: a server may list thousands of tools for each of its credentials.
const maxDigests = 20_000;
const maxJudged = 20_000;
// Whatever a server promises, it is looked at again after an hour.
const longestMs = 3_600_000;

export function createKnown(clock: Clock): Known {
  const servers = new LRUCache<string, Kept>({
    max: maxServers,
    maxSize: maxDigests,
    sizeCalculation: ({ digests }) => Math.max(1, digests.size),
  });
  // One count for all servers: a count that was forgotten and begins anew never comes to an earlier number.
  let counted = 0;
  const changes = new LRUCache<string, number>({ max: maxServers });
  const judged = new LRUCache<string, true>({ max: maxJudged });
  const changesOf = (url: string) => changes.get(url) ?? 0;
  return {
    changesOf,
    digestOf: (server, tool) => {
      const kept = servers.get(server);
      if (!kept || kept.until <= clock.now().getTime()) return null;
      return kept.digests.get(tool) ?? null;
    },
    keep: (server, { url, digests, ttlMs, afterChanges }) => {
      servers.delete(server);
      if (ttlMs === 0 || changesOf(url) !== afterChanges) return;
      const until = clock.now().getTime() + Math.min(ttlMs, longestMs);
      servers.set(server, { url, digests, until });
    },
    forget: (url) => {
      for (const [server, kept] of servers) if (kept.url === url) servers.delete(server);
      changes.set(url, ++counted);
    },
    isSame: (reviewed, digest) => judged.has(`${reviewed} ${digest}`),
    noteSame: (reviewed, digest) => void judged.set(`${reviewed} ${digest}`, true),
  };
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
