import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { Segments } from '../../schema/kernel/ports/segments.ts';

interface Entry {
  version: string;
  segment: { bytes: number };
}

interface Build {
  version: string;
  segment: Promise<{ bytes: number }>;
}

export interface CachedSegments extends Segments {
  /** Evicts the segments that no search has used for an hour. */
  sweep(): void;
}

const unusedMs = 3_600_000;
/** A workspace builds one at a time, so that no workspace waits long for another. */
const buildsAtOnce = 3;

/** Caches segments up to this many bytes; the least recently used are evicted first. */
export function createSegments(maxBytes: number, clock: Clock): CachedSegments {
  const kept = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    ttl: unusedMs,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now: () => clock.now().getTime() },
    sizeCalculation: ({ segment }) => Math.max(1, segment.bytes),
  });
  const builds = new Map<string, Build>();
  const turns = pLimit(buildsAtOnce);
  const begin = (name: string, version: string, build: () => Promise<{ bytes: number }>): Build => {
    const begun: Build = {
      version,
      segment: turns(build)
        .then((segment) => {
          kept.set(name, { version, segment });
          return segment;
        })
        .finally(() => {
          if (builds.get(name) === begun) builds.delete(name);
        }),
    };
    builds.set(name, begun);
    return begun;
  };
  return {
    async of<Segment extends { bytes: number }>(
      name: string,
      version: string,
      build: () => Promise<Segment>,
    ): Promise<Segment> {
      const entry = kept.get(name);
      if (entry?.version === version) return entry.segment as Segment;
      const running = builds.get(name);
      const joined = running?.version === version ? running : begin(name, version, build);
      return (await joined.segment) as Segment;
    },
    sweep: () => void kept.purgeStale(),
  };
}
