/** What the schema asks of the world outside, port by port; `Ports` of `schema/kernel/context.ts` has them all. */
export interface Clock {
  now(): Date;
}
