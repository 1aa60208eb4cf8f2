import type { IncomingAnswer } from '../outside.ts';
import { AnswerFailure, dataOf, type Answered } from './answer.ts';
import { tell } from './tell.ts';

/** Of what a provider says beside its refusal. */
const bounds = { rows: 50, bytes: 8_192 };

/**
 * Why a provider did not do what it was asked, in its own words, as whoever asked is told them: bounded and without secrets.
 * Undefined where it says nothing, or nothing that can be read; pages for people are none of it.
 */
export function reasonIn(answer: IncomingAnswer, method: string, secrets: readonly string[]): unknown {
  if (/^\s*text\/html\b/i.test(answer.headers['content-type'] ?? '')) return undefined;
  try {
    return reasonOf(dataOf(answer, { method, isJson: true }), secrets);
  } catch (error) {
    if (error instanceof AnswerFailure) return undefined;
    throw error;
  }
}

/** The same of what it says as data. */
export function reasonOf({ kind, data }: Answered, secrets: readonly string[]): unknown {
  if (kind === 'BINARY' || kind === 'NOTHING') return undefined;
  return tell(data, bounds, secrets).data ?? undefined;
}
