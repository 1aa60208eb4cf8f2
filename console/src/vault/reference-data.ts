import type { CredentialReferenceQuery } from './documents.generated.ts';

/** A credential reference as its screen reads it. */
export type ReferenceData = NonNullable<CredentialReferenceQuery['credentialReference']>;
