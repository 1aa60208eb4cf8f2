import type { ConnectorQuery } from './documents.generated.ts';

/** A connector as its screen reads it. */
export type ConnectorData = NonNullable<ConnectorQuery['connector']>;
