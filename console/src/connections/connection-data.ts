import type { ConnectionQuery } from './documents.generated.ts';

/** A connection as its screen reads it. */
export type ConnectionData = NonNullable<ConnectionQuery['connection']>;
