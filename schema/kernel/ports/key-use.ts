export interface LastUse {
  lastUsedAt: Date;
  /** The network of the caller's address. */
  lastUsedFrom: string | null;
}

export interface HourOfCalls {
  /** The beginning of the hour. */
  hour: Date;
  calls: number;
}

export interface KeyUse {
  /** Notes a use with the caller's address, if known. */
  touch(keyId: string, at: Date, ip: string | null): void;
  /** Returns the latest use that is not written yet. */
  pending(keyId: string): LastUse | null;
  /** Returns the uses of these keys that are not written yet, by the hour. */
  pendingCalls(keyIds: ReadonlySet<string>): HourOfCalls[];
}
