import type { ApiKeyQuery } from './documents.generated.ts';

/** A key as its screen reads it. */
export type KeyData = NonNullable<ApiKeyQuery['apiKey']>;
