import { builder } from '../../kernel/builder.ts';
import type { SentBody } from '../../values/sent-call.ts';
import { sentCallFields } from '../product-call/sent-call-fields.ts';
import { callLive, type LiveAnswer, type LiveCallAsSent } from './proxy.ts';

const CallInput = builder.inputType('LiveProductRequest', {
  description: 'A call of an API product with a live key, as it arrived.',
  fields: (t) => ({
    ...sentCallFields(t),
    raw: t.field({ type: 'JSON', description: 'The bytes of the body; null for none.' }),
  }),
});

const AnswerType = builder.objectRef<LiveAnswer>('LiveProductAnswer').implement({
  description: 'The answer of the service behind an API product.',
  fields: (t) => ({
    status: t.exposeInt('status', { description: 'The HTTP status.' }),
    headers: t.expose('headers', { type: 'JSON', description: 'By name in lower case.' }),
    body: t.expose('body', { type: 'JSON', description: 'The bytes of the body.' }),
  }),
});

const liveOnly = 'It runs only over /v1/products, with a live key';

builder.queryField('liveProduct', (t) =>
  t.field({
    type: AnswerType,
    nullable: true,
    description: `Reads from an API product, by GET or HEAD. ${liveOnly} that has \`read\`.`,
    args: { call: t.arg({ type: CallInput, required: true }) },
    authScopes: { liveKey: true },
    resolve: async (_root, { call }, ctx) => await callLive(ctx, sentOf(call)),
  }),
);

builder.relayMutationField(
  'callLiveProduct',
  { inputFields: (t) => ({ call: t.field({ type: CallInput, required: true }) }) },
  {
    description: `Calls an API product, by any method but GET and HEAD. ${liveOnly} that has \`write\`.`,
    authScopes: { liveKey: true },
    resolve: async (_root, { input: { call } }, ctx) => ({ answer: await callLive(ctx, sentOf(call)) }),
  },
  { outputFields: (t) => ({ answer: t.field({ type: AnswerType, resolve: ({ answer }) => answer }) }) },
);

// The adapter makes these of what arrived. Over GraphQL alone, no caller gets here.
function sentOf({
  headers,
  body,
  raw,
  contentType = null,
  ...call
}: typeof CallInput.$inferInput): LiveCallAsSent {
  return {
    ...call,
    contentType,
    headers: headers as LiveCallAsSent['headers'],
    body: body as SentBody,
    raw: (raw ?? null) as Buffer | null,
  };
}
