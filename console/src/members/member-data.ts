import type { MemberQuery } from './documents.generated.ts';

/** A member as their screen reads them. */
export type MemberData = NonNullable<MemberQuery['member']>;
