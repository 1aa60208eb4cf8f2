import { EgressFailure, type EgressFailureCode, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure, type RemoteToolsFailureCode } from '../../kernel/ports/remote-tools.ts';
import type { Pass } from '../../kernel/ports/breakers.ts';

/** What a call says of how its provider is: which word its pass is to be told. */
export type Health = keyof Pass;

/** By the answer that came. A refusal is an answer; that there were too many calls says nothing. */
export function healthOfAnswer({ status }: Pick<IncomingAnswer, 'status'>): Health {
  if (status === 429) return 'neither';
  return status >= 500 ? 'failed' : 'succeeded';
}

/** By what went wrong instead; what is not the provider’s doing says nothing. */
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
