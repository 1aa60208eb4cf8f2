import type { Context } from '../../schema/kernel/context.ts';
import type { Credential } from '../http/credential.ts';

/**
 * Answers a request that is ordinary in every part. The fast path leaves every other outcome, above all a
 * refusal, to the ordinary path, which answers as if it came first.
 */
export interface FastPath {
  method: 'GET' | 'POST';
  path: string;
  /** The kind of credential to check, by whether the request has an Authorization header. */
  credential: (isShown: boolean) => Credential;
  /** Whether it serves only the host of the sandbox. */
  isSandbox: boolean;
  /** Returns the type of the answer for an Accept header, or null to leave the choice to the ordinary path. */
  contentType: (accept: string | undefined) => string | null;
  /** The maximum size of a body. */
  bodyLimitBytes: number;
  /** Returns the function for a body (undefined if none came), or null to leave it to the ordinary path. */
  prepare: (body: unknown) => Run | null;
}

/** Resolves to the JSON of the answer, or to null after a refusal, which had no effect and left no record. */
export type Run = (ctx: Context) => Promise<string | null>;
