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
  /** Whether only a sandbox key may call it. */
  isForKeys: boolean;
  /** Returns the JSON value of the answer to the caller. Throws the refusal that they would get. */
  answer(ctx: Context, body: unknown): Promise<unknown>;
}
