import { builder } from '../../kernel/builder.ts';
import { callInSandbox } from './call-in-sandbox.ts';
import { sentCallFields } from './sent-call-fields.ts';
import type { CallAnswer, SentBody, SentCall } from '../../values/sent-call.ts';

const CallInput = builder.inputType('SandboxProductCall', {
  description: 'A call of an API product, as it arrived.',
  fields: sentCallFields,
});

const EndingEnum = builder.enumType('SandboxAnswerEnding', {
  description:
    'How the answer ends, which a scenario may change: whole, cut in its body, or not sent at all.',
  values: ['WHOLE', 'CUT', 'NONE'] as const,
});

const AnswerType = builder.objectRef<CallAnswer>('SandboxProductAnswer').implement({
  description: 'The answer of an API product in the sandbox.',
  fields: (t) => ({
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    headers: t.expose('headers', { type: 'JSON', description: 'By name in lower case.' }),
    ending: t.expose('ending', { type: EndingEnum }),
    body: t.exposeString('body', { nullable: true, description: 'Null for an answer without a body.' }),
  }),
});

const sandboxOnly = 'It runs only over /v1/sandbox/products, with a sandbox key';

builder.queryField('sandboxProduct', (t) =>
  t.field({
    type: AnswerType,
    nullable: true,
    description: `Reads from an API product in the sandbox, by GET or HEAD. ${sandboxOnly} that has \`read\`.`,
    args: { call: t.arg({ type: CallInput, required: true }) },
    authScopes: { sandboxKey: true },
    resolve: async (_root, { call }, ctx) => await callInSandbox(ctx, sentOf(call)),
  }),
);

builder.relayMutationField(
  'callSandboxProduct',
  { inputFields: (t) => ({ call: t.field({ type: CallInput, required: true }) }) },
  {
    description: `Calls an API product in the sandbox, by any method but GET and HEAD. ${sandboxOnly} that has \`write\`.`,
    authScopes: { sandboxKey: true },
    resolve: async (_root, { input: { call } }, ctx) => ({ answer: await callInSandbox(ctx, sentOf(call)) }),
  },
  { outputFields: (t) => ({ answer: t.field({ type: AnswerType, resolve: ({ answer }) => answer }) }) },
);

// The adapter makes these two of what arrived.
function sentOf({ headers, body, contentType = null, ...call }: typeof CallInput.$inferInput): SentCall {
  return { ...call, contentType, headers: headers as SentCall['headers'], body: body as SentBody };
}
