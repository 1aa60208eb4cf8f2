import type { McpCredentialRowFragment, McpCredentialQuery } from './documents.generated.ts';

/** A credential as its screen reads it. */
export type CredentialData = NonNullable<McpCredentialQuery['mcpCredential']>;

/** Returns the state as people see it: a credential can have ended or stopped without a command. */
export function stateOf(credential: McpCredentialRowFragment) {
  const { status, expiresOn, holderIsLost, issuerIsLost } = credential;
  if (status === 'REVOKED') return 'REVOKED';
  // It works through the last second of the day in UTC.
  if (expiresOn < new Date().toISOString().slice(0, 10)) return 'EXPIRED';
  return holderIsLost || issuerIsLost ? 'STOPPED' : 'ACTIVE';
}

/** Returns the public part of what the agent proves itself with. */
export function proofOf({ kind, prefix, lastFour, algorithm }: McpCredentialRowFragment): string {
  return kind === 'SECRET' ? `mcs_${prefix}_…${lastFour}` : `${algorithm} key`;
}
