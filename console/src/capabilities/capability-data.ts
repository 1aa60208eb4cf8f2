import type { CapabilityQuery } from './documents.generated.ts';

/** A capability as its screen reads it. */
export type CapabilityData = NonNullable<CapabilityQuery['capability']>['capability'];
