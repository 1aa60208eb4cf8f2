import { EgressFailure, type EgressFailureCode, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure, type RemoteToolsFailureCode } from '../../kernel/ports/remote-tools.ts';
import type { Pass } from '../../kernel/ports/breakers.ts';

/** The report about a provider’s health: the method of `Pass` to call. */
export type Health = keyof Pass;

/** Returns what an answer reveals: a refusal counts as a success, and 429 reveals nothing. */
export function healthOfAnswer({ status }: Pick<IncomingAnswer, 'status'>): Health {
  if (status === 429) return 'neither';
  return status >= 500 ? 'failed' : 'succeeded';
}

/** Returns what a failure reveals: nothing, unless the provider caused it. */
export function healthOfFailure(error: unknown): Health {
  if (error instanceof EgressFailure) return unwell.has(error.code) ? 'failed' : 'neither';
  if (error instanceof RemoteToolsFailure) return unwell.has(error.code) ? 'failed' : 'neither';
  return 'neither';
}

const unwell: ReadonlySet<EgressFailureCode | RemoteToolsFailureCode> = new Set([
  'unreachable',
  'timeout',
  'too_slow',
  'answer_unreadable',
  'unreadable',
  'not_mcp',
] as const);
