import type { TestReceipt } from '../../../db/models/test-receipt.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import type { Refusal } from '../../values/errors.ts';
import { problemOf } from '../../values/problem.ts';
import type { AnsweredCall } from '../product-call/call.ts';
import { ConformanceType, type Conformance } from '../test-receipt/type.ts';

export interface ExplorerAnswer {
  /** Null if a scenario sends no answer. */
  status: number | null;
  headers: Record<string, string>;
  body: string | null;
  /** Null if the call was refused for another reason than its request. */
  conformance: Conformance | null;
}

/** A call in the explorer. */
export interface Explored {
  /** Null in a replay. */
  answer: ExplorerAnswer | null;
  /** Null if the call was refused, or proves nothing. */
  testReceipt: TestReceipt | null;
  curl: string;
}

/** Returns the answer as the scenario would send it. */
export function answerOf({ answer, requestConforms: request }: AnsweredCall): ExplorerAnswer {
  const { status, headers, body, conforms, ending } = answer;
  if (ending === 'NONE')
    return { status: null, headers: {}, body: null, conformance: { request, answer: false } };
  const text = ending === 'CUT' ? (body?.slice(0, Math.floor(body.length / 2)) ?? null) : body;
  return { status, headers, body: text, conformance: { request, answer: conforms } };
}

const ofRequest: ReadonlySet<string> = new Set([
  'validation_failed',
  'unsupported_media_type',
  'payload_too_large',
]);

/** A refused call is answered as the key would be. */
export function refusedAnswer(refusal: Refusal, { client }: Context): ExplorerAnswer {
  const { retryAfterSeconds } = refusal.details;
  return {
    status: refusal.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: JSON.stringify(problemOf(refusal, client.requestId)),
    conformance: ofRequest.has(refusal.code) ? { request: false, answer: null } : null,
  };
}

export const ExplorerAnswerType = builder.objectRef<ExplorerAnswer>('ExplorerAnswer').implement({
  description: 'The answer of a call in the explorer. A refused call has the answer that the key would have.',
  fields: (t) => ({
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status; null if the scenario sends no answer.',
    }),
    headers: t.expose('headers', { type: 'JSON', description: 'By name in lower case.' }),
    body: t.exposeString('body', { nullable: true, description: 'Null for an answer without a body.' }),
    conformance: t.expose('conformance', {
      type: ConformanceType,
      nullable: true,
      description: 'Null if the call was refused for another reason than its request.',
    }),
  }),
});
