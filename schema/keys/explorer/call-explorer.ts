import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { knownOf, type Context } from '../../kernel/context.ts';
import { subjectOf, type ApiKeyCaller } from '../../kernel/access/caller.ts';
import { enforce } from '../../kernel/limit.ts';
import { refusalOf, type Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import type { JsonObject } from '../../values/foreign-values.ts';
import * as productFormats from '../../values/product-formats.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { findApplication } from '../application/find.ts';
import { assignedOperation } from '../product-call/assigned-operation.ts';
import { answerCall, type AnsweredCall } from '../product-call/call.ts';
import { receiptOf } from '../product-call/call-in-sandbox.ts';
import { toEventData } from '../test-receipt/event-data.ts';
import { TestReceiptType } from '../test-receipt/type.ts';
import { answerOf, ExplorerAnswerType, refusedAnswer, type Explored, type ExplorerAnswer } from './answer.ts';
import { arrivingAs } from './arriving.ts';
import { builtInName, callBuiltIn } from './built-in.ts';
import { asKey, callerOf } from './as-key.ts';
import { curlOf } from './curl.ts';
import { callOf, type Filled } from './request.ts';

export interface Exploration {
  applicationId: string;
  /** Such as `shop@v1`. */
  product: string;
  operationId: string;
  keyId: string;
  filled: Filled;
}

/** A refusal of the call, and not of the command that makes it. */
class RefusedCall extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Calls an operation in the sandbox as a key of the application. The key never leaves the server. */
export async function callExplorer(ctx: Context, exploration: Exploration): Promise<Explored> {
  const { keyId, filled, ...named } = exploration;
  await enforce(ctx, 'explorer', subjectOf(knownOf(ctx)));
  await findApplication(ctx, named.applicationId);
  const caller = await callerOf(ctx, named.applicationId, keyId);
  if (named.product === builtInName) return await callBuiltIn(ctx, caller, named.operationId, filled);
  const { operation, slug, major } = await assignedOperation(ctx, named);
  const call = callOf(operation, filled, { slug, major });
  const curl = curlOf(call, `${ctx.settings.sandboxUrl}/v1/sandbox/products/${slug}/v${major}`);
  let answer: ExplorerAnswer | null = null;
  try {
    const { testReceipt } = await ctx.transaction(
      async (tx, called) => {
        const issued = await receiptOf(tx, caller, { call, called, via: 'EXPLORER' });
        const data = toEventData(issued, slug);
        await record(tx, 'sandbox.explored', { subject: issued, data });
        return { testReceipt: issued };
      },
      async () => {
        const called = await callAs(ctx, caller, call);
        answer = answerOf(called);
        return called;
      },
    );
    return { answer, testReceipt, curl };
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error;
    return { answer: refusedAnswer(error.refusal, ctx), testReceipt: null, curl };
  }
}

/** Throws a RefusedCall. */
async function callAs(ctx: Context, caller: ApiKeyCaller, call: SentCall): Promise<AnsweredCall> {
  try {
    const arriving = arrivingAs(call, ctx.settings.sandboxBodyLimitBytes);
    return await answerCall(await asKey(ctx, caller, call.method), arriving);
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal ? new RefusedCall(refusal) : error;
  }
}

const ParametersInput = builder.inputType('ExplorerParameters', {
  description:
    'Values of parameters, as JSON objects by name. The server writes them in the style of each parameter.',
  fields: (t) => ({
    path: t.field({ type: 'JSON', validate: productFormats.named.nullish() }),
    query: t.field({ type: 'JSON', validate: productFormats.named.nullish() }),
  }),
});

builder.relayMutationField(
  'callExplorer',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      product: t.string({
        required: true,
        validate: formats.majorName,
        description:
          'The slug and the major version, such as `shop@v1`; `sandbox@v1` for the operations that every application has.',
      }),
      operationId: t.string({ required: true, validate: productFormats.operationId }),
      keyId: t.id({
        required: true,
        description: 'A sandbox key of the application, whose scopes and limits apply.',
      }),
      parameters: t.field({ type: ParametersInput }),
      headers: t.field({
        type: 'JSON',
        validate: productFormats.named.nullish(),
        description:
          'Values by name: headers that the operation describes, `Accept`, `Content-Type` and `X-Sandbox-Example`.',
      }),
      body: t.field({ type: 'JSON', description: 'For a form, an object of its fields.' }),
      scenario: t.string({
        validate: productFormats.scenario.nullish(),
        description: 'As in `X-Sandbox-Scenario`, such as `rate_limited`.',
      }),
    }),
  },
  {
    description:
      'Calls an operation of an assigned API product, or of `sandbox@v1`, in the sandbox, as a sandbox key of the application. The key ' +
      'does not leave the server. Needs `sandbox:run`.',
    authScopes: { can: 'sandbox:run' },
    resolve: async (_root, { input }, ctx) => {
      const { parameters, headers, body, scenario, ...named } = input;
      const filled = {
        path: (parameters?.path ?? {}) as JsonObject,
        query: (parameters?.query ?? {}) as JsonObject,
        headers: (headers ?? {}) as JsonObject,
        body,
        scenario: scenario ?? null,
      };
      return await callExplorer(ctx, { ...named, filled });
    },
  },
  {
    outputFields: (t) => ({
      answer: t.field({
        type: ExplorerAnswerType,
        nullable: true,
        description: 'Null in a replay of an Idempotency-Key.',
        resolve: (it) => it.answer,
      }),
      testReceipt: t.field({
        type: TestReceiptType,
        nullable: true,
        description: 'Null if the call was refused, and for `sandbox@v1`.',
        resolve: (it) => it.testReceipt,
      }),
      curl: t.string({
        description: 'The same call as a command of curl, with the key in `$SANDBOX_KEY`.',
        resolve: (it) => it.curl,
      }),
    }),
  },
);
