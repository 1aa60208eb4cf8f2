export const proofKinds = ['SECRET', 'PUBLIC_KEY'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const keyAlgorithms = ['ES256', 'EdDSA', 'RS256'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/**
 * How a program authenticates. Stores a secret's digest, prefix and last four characters, or a public key.
 */
export interface Proof {
  kind: ProofKind;
  digest: Buffer | null;
  prefix: string | null;
  lastFour: string | null;
  algorithm: KeyAlgorithm | null;
  /** Only the public members. */
  publicJwk: Record<string, string> | null;
  /** RFC 7638, SHA-256. */
  thumbprint: string | null;
}
