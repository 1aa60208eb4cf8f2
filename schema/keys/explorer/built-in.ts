import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import type { BuiltInOperation } from '../../kernel/ports/built-in-sandbox.ts';
import { refusalOf, refuse, validationFailed, type Finding } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { servedName } from '../product/served-name.ts';
import { builtInSlug } from '../product/rules.ts';
import { assertSize } from '../product-call/request-findings.ts';
import { shown } from '../product-call/assigned.ts';
import { refusedAnswer, type Explored } from './answer.ts';
import { arrivingAs } from './arriving.ts';
import { asKey } from './as-key.ts';
import { curlOf } from './curl.ts';
import { callOf, type Filled } from './request.ts';

const major = 1;
/** The name of the built-in product, which nobody assigns. */
export const builtInName = servedName(builtInSlug, major);

/**
 * Calls an operation that every application has, as the key. It has no receipt, since it proves nothing about a product.
 * Throws `not_found`, or `validation_failed` for what no such operation takes.
 */
export async function callBuiltIn(
  ctx: Context,
  caller: ApiKeyCaller,
  operationId: string,
  filled: Filled,
): Promise<Explored> {
  const { operations } = ctx.builtInSandbox;
  const operation = operations.get(operationId);
  if (!operation)
    throw refuse(
      'not_found',
      `${builtInName} has no operation ${shown(operationId)}. It has ${[...operations.keys()].join(', ')}.`,
    );
  if (filled.scenario !== null) throw validationFailed([noScenario]);
  const call = callOf(describedAs(operation), filled, { slug: builtInSlug, major });
  const curl = curlOf(call, ctx.settings.sandboxUrl);
  try {
    const value = await answerAs(ctx, caller, operation, call);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const conformance = { request: true, answer: null };
    return {
      answer: { status: 200, headers, body: JSON.stringify(value), conformance },
      testReceipt: null,
      curl,
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { answer: refusedAnswer(refusal, ctx), testReceipt: null, curl };
  }
}

async function answerAs(
  ctx: Context,
  caller: ApiKeyCaller,
  operation: BuiltInOperation<Context>,
  call: SentCall,
) {
  const { body, contentType } = arrivingAs(call, ctx.settings.sandboxBodyLimitBytes);
  const own = operation.isForKeys ? await asKey(ctx, caller, operation.method) : ctx;
  assertSize(body);
  if (body.form !== 'NONE' && contentType !== 'application/json')
    throw refuse('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.');
  return await operation.answer(own, body.form === 'JSON' ? body.value : undefined);
}

const noScenario: Finding = {
  pointer: '/scenario',
  code: 'unknown_scenario',
  message: `must be left out: ${builtInName} has no scenarios`,
};

function describedAs({ method, path, takesBody }: BuiltInOperation<Context>) {
  const contents = [{ contentType: 'application/json', schema: {} }];
  return { method, path, parameters: [], body: takesBody ? { required: true, contents } : null };
}
