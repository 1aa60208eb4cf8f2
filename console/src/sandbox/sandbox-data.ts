import type { SandboxQuery } from './documents.generated.ts';

/** A sandbox as its screen reads it. */
export type SandboxData = NonNullable<SandboxQuery['applicationSandbox']>;
