/** The head of an audit chain, signed and stored outside the database. */
export interface HeadCheckpoint {
  chain: string;
  seq: number;
  hash: string;
  at: string;
}

export interface HeadCheckpoints {
  /** Returns the chain's stored checkpoints with valid signatures, the latest last. */
  kept(chain: string): Promise<HeadCheckpoint[]>;
}
