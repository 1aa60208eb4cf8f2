/** The ports are services that the schema needs; `Ports` in `schema/kernel/context.ts` lists them all. */
export interface Clock {
  now(): Date;
}
