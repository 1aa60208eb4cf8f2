import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RemoteServer } from '../../schema/kernel/ports/remote-tools.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import { atMost } from '../../schema/values/at-most.ts';

/** Caches the lists of servers, as long as each server allows, and the results of checks. */
export interface Known {
  /** Returns the digest of a tool as its server listed it; null if it is not cached or has expired. */
  digestOf(server: string, tool: string): string | null;
  /** Returns a number that grows whenever the server reports a change of its list. */
  changesOf(url: string): number;
  /** Caches a list that was requested at the number `afterChanges`, unless the list has changed since. */
  keep(server: string, list: Listed): void;
  /** Removes the cached lists of a server that reports a change, for all its credentials. */
  forget(url: string): void;
  /** Whether a check found a tool of this digest to be the same as the reviewed one. */
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
// For all servers together: a server may list thousands of tools for each of its credentials.
const maxDigests = 20_000;
const maxEvaluated = 20_000;
// The longest time in the cache, whatever a server allows.
const longestMs = 3_600_000;

export function createKnown(clock: Clock): Known {
  const servers = new LRUCache<string, Kept>({
    max: maxServers,
    maxSize: maxDigests,
    sizeCalculation: ({ digests }) => Math.max(1, digests.size),
  });
  // One counter for all servers: a number that was evicted is never issued again.
  let counted = 0;
  const changes = new LRUCache<string, number>({ max: maxServers });
  const judged = new LRUCache<string, true>(atMost(maxEvaluated));
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

/** Returns the key of a server and its credential: a digest, so the secret itself is not stored. */
export function nameOf({ url, headers }: RemoteServer): string {
  const lasting = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'traceparent');
  return digestOfListed([url.href, Object.fromEntries(lasting)]);
}

/** Returns the SHA-256 of a listed value. The same value in another order only causes another check. */
export function digestOfListed(listed: unknown): string {
  return createHash('sha256').update(JSON.stringify(listed)).digest('base64');
}
