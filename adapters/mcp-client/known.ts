import { createHash } from 'node:crypto';
import type { RemoteServer } from '../../schema/kernel/outside.ts';
import type { Clock } from '../../schema/kernel/ports.ts';

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
  const servers = new Map<string, Kept>();
  // One count for all servers: a count that was forgotten and begins anew never comes to an earlier number.
  let counted = 0;
  const changes = new Map<string, number>();
  const judged = new Map<string, true>();
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
      put(servers, server, { url, digests, until }, maxServers);
      makeRoom(servers);
    },
    forget: (url) => {
      for (const [server, kept] of servers) if (kept.url === url) servers.delete(server);
      put(changes, url, ++counted, maxServers);
    },
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

// The oldest lists go, and the one that was kept last where it is too long by itself.
function makeRoom(servers: Map<string, Kept>): void {
  let digests = 0;
  for (const kept of servers.values()) digests += kept.digests.size;
  for (const [server, kept] of servers) {
    if (digests <= maxDigests) return;
    servers.delete(server);
    digests -= kept.digests.size;
  }
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
