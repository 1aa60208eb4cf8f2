export interface LastUse {
  lastUsedAt: Date;
  /** The network of the caller's address. */
  lastUsedFrom: string | null;
}

export interface KeyUse {
  /** Notes a use with the caller's address, if known. */
  touch(keyId: string, at: Date, ip: string | null): void;
  /** Returns the latest use that is not written yet. */
  pending(keyId: string): LastUse | null;
  /** Returns the number of uses that are not written yet. */
  pendingCalls(keyId: string): number;
}
