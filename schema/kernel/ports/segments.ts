interface Sized {
  bytes: number;
}

/** Cached parts of an index, which are bounded together by their bytes. */
export interface Segments {
  /**
   * Returns the segment of this name and version, cached or built. Concurrent callers share one build, and
   * few builds run at a time. A new version replaces the old one.
   */
  of<Segment extends Sized>(name: string, version: string, build: () => Promise<Segment>): Promise<Segment>;
}
