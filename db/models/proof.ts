export const proofKinds = ['SECRET', 'PUBLIC_KEY'] as const;
export type ProofKind = (typeof proofKinds)[number];

export const keyAlgorithms = ['ES256', 'EdDSA', 'RS256'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** What a program proves itself by. Of a secret digest, prefix and last four characters are kept, of a key its public half. */
export interface Proof {
  kind: ProofKind;
  digest: Buffer | null;
  prefix: string | null;
  lastFour: string | null;
  algorithm: KeyAlgorithm | null;
  /** The public members alone. */
  publicJwk: Record<string, string> | null;
  /** RFC 7638, SHA-256. */
  thumbprint: string | null;
}
