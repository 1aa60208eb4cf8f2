import type { TestReceipt, TestReceiptVia } from '../../../db/models/test-receipt.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';
import type { CallAnswer, SentCall } from '../../values/sent-call.ts';
import { issueReceipt } from '../test-receipt/issue.ts';
import { answerCall, keyOf, type AnsweredCall } from './call.ts';
import { scenarioHeader } from './scenario.ts';

export const receiptHeader = 'x-sandbox-receipt';

/** Answers a call with a sandbox key, with a test receipt if it asks for one. */
export async function callInSandbox(ctx: Context, call: SentCall): Promise<CallAnswer> {
  const isAsked = isReceiptAsked(call);
  const called = await answerCall(ctx, call);
  // Nobody would receive the receipt.
  if (!isAsked || called.answer.ending === 'NONE') return called.answer;
  const receipt = await receiptOf(ctx, keyOf(ctx), { call, called, via: 'KEY' });
  return { ...called.answer, headers: { ...called.answer.headers, 'sallyport-receipt': receipt.jws } };
}

interface Received {
  call: SentCall;
  called: AnsweredCall;
  via: TestReceiptVia;
}

/** Issues the receipt of an answered call of the key. */
export async function receiptOf(
  ctx: Context,
  { keyId, applicationId }: ApiKeyCaller,
  { call, called, via }: Received,
): Promise<TestReceipt> {
  const { answer, operation, version, requestConforms } = called;
  const { slug, method, path, query, contentType, body } = call;
  return await issueReceipt(ctx, {
    kind: 'CALL',
    applicationId,
    slug,
    version,
    operation,
    request: { method, path, query, contentType, body },
    requestConforms,
    called: {
      via,
      keyId,
      status: answer.ending === 'NONE' ? null : answer.status,
      scenario: call.headers[scenarioHeader] ?? null,
      answer: answer.body,
      answerConforms: answer.conforms,
    },
  });
}

function isReceiptAsked({ headers }: SentCall): boolean {
  const value = headers[receiptHeader];
  if (value === undefined || value === '1') return value !== undefined;
  throw validationFailed([
    { pointer: `/header/${receiptHeader}`, code: 'invalid_value', message: 'must be 1, or left out' },
  ]);
}
