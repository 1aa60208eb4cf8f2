import type { ReferencePageQuery } from './documents.generated.ts';

/** An operation as its screen reads it. */
export type OperationData = NonNullable<ReferencePageQuery['referenceOperation']>;
