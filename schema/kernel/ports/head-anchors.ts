/** The head of a chain as it was signed and kept outside the database. */
export interface HeadAnchor {
  chain: string;
  seq: number;
  hash: string;
  at: string;
}

export interface HeadAnchors {
  /** All anchors of the chain that are kept and whose signatures hold, the latest one last. */
  kept(chain: string): Promise<HeadAnchor[]>;
}
