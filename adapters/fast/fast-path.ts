import type { Context } from '../../schema/kernel/context.ts';
import type { Credential } from '../http/credential.ts';

/**
 * A way to answer a request whose every part is as usual without asking anything twice. Whatever else comes of it, a
 * refusal above all, is left to the ordinary way, which then answers as if it had been asked first.
 */
export interface FastPath {
  method: 'GET' | 'POST';
  path: string;
  /** What proves who calls, by whether an Authorization header came. */
  credential: (isShown: boolean) => Credential;
  /** Whether it is for the host of the sandbox alone. */
  isSandbox: boolean;
  contentType: string;
  /** How large a body may be at most. */
  bodyLimitBytes: number;
  /** What to run for a body, which is undefined where none is sent; null where the ordinary way has to look at it. */
  prepare: (body: unknown) => Run | null;
}

/** The JSON of the answer, or null where it was refused: nothing came of it then, and nothing was recorded. */
export type Run = (ctx: Context) => Promise<string | null>;
