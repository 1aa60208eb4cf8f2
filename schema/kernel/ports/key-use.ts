export interface LastUse {
  lastUsedAt: Date;
  /** The network that it came from. */
  lastUsedFrom: string | null;
}

export interface KeyUse {
  /** Notes a use, by the address it came from where that is known. */
  touch(keyId: string, at: Date, ip: string | null): void;
  /** The latest use that is not written yet. */
  pending(keyId: string): LastUse | null;
  /** How many uses are not written yet. */
  pendingCalls(keyId: string): number;
}
