import type { AutomationQuery } from './documents.generated.ts';

/** An automation as its screen reads it. */
export type AutomationData = NonNullable<AutomationQuery['automation']>;
