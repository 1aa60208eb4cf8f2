/** The operations of the sandbox that every application has. */
export interface BuiltInSandbox<Context> {
  /** By operation id. */
  operations: ReadonlyMap<string, BuiltInOperation<Context>>;
}

export interface BuiltInOperation<Context> {
  method: string;
  /** Such as `/v1/sandbox/echo`. */
  path: string;
  takesBody: boolean;
  /** Returns the JSON value of the answer to the key that is the caller. Throws the refusal that the key would get. */
  answer(ctx: Context, body: unknown): Promise<unknown>;
}
