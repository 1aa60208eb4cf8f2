/** The head of a chain as it was signed and kept outside the database. */
export interface HeadCheckpoint {
  chain: string;
  seq: number;
  hash: string;
  at: string;
}

export interface HeadCheckpoints {
  /** All checkpoints of the chain that are kept and whose signatures hold, the latest one last. */
  kept(chain: string): Promise<HeadCheckpoint[]>;
}
