import type { z } from 'zod';
import type { Call, Era } from './protocol.ts';

/** How long a client may cache an answer. */
export interface Cache {
  ttlMs: number;
  cacheScope: 'public' | 'private';
}

interface Options<Request extends z.ZodType, Result extends z.ZodType> {
  eras: readonly Era[];
  /** The schemas of the message and of its result, as the protocol defines them. */
  request: Request;
  result: Result;
  /** The parameter that the header `Mcp-Name` repeats. */
  nameIn?: string;
  /** Set if answers of the modern era may be cached. */
  cache?: Cache;
  /** The scopes that the token needs, checked before the method runs. */
  scopes?: (params: Params<Request>) => readonly string[];
  handle: (params: Params<Request>, call: Call) => z.input<Result> | Promise<z.input<Result>>;
}

type Params<Request extends z.ZodType> =
  z.output<Request> extends { params?: infer Given } ? Given : undefined;

/** A method as the dispatcher uses it. */
export interface Method {
  name: string;
  eras: readonly Era[];
  request: z.ZodType;
  result: z.ZodType;
  nameIn?: string;
  cache?: Cache;
  scopes: (params: unknown) => readonly string[];
  handle: (params: unknown, call: Call) => object | Promise<object>;
}

/** Defines one method of the protocol, checked against the official schemas of its messages. */
export function method<Request extends z.ZodType, Result extends z.ZodType>(
  name: string,
  options: Options<Request, Result>,
): Method {
  return { scopes: () => [], ...options, name } as unknown as Method;
}
