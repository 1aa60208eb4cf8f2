import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { pageCost, rankedPage } from '../../kernel/page.ts';
import { remedies } from '../../values/error-remedies.ts';
import { errorTable, type ErrorCode } from '../../values/error-table.ts';
import type { FeltChange } from './changes.ts';
import { audiences } from './document.ts';
import type { Reference } from './find.ts';
import { documentOf, type ReferenceOperation } from './operations.ts';
import { unused, useOfMajor, type OperationUse } from './use.ts';
import type { WhyNot } from './why-not.ts';

/** A document may have megabytes, and one response only a few of them. */
const documentCost = { whole: 200, ofOperation: 15 };

export const AudienceEnum = builder.enumType('ReferenceAudience', {
  description:
    '`PUBLIC` is the server’s own API, `WORKSPACE` adds the API products of the workspace, and `MINE` says for each operation ' +
    'whether the caller may call it.',
  values: audiences,
});

const WhyNotType = builder.objectRef<WhyNot>('ReferenceReason').implement({
  description: 'Why an operation cannot be called now.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code of the refusal that a call would get.' }),
    message: t.exposeString('message'),
  }),
});

const ErrorType = builder.objectRef<ErrorCode>('ReferenceError').implement({
  description: 'A refusal of the server.',
  fields: (t) => ({
    code: t.string({ resolve: (code) => code }),
    status: t.int({ description: 'The HTTP status.', resolve: (code) => errorTable[code][0] }),
    title: t.string({ resolve: (code) => errorTable[code][1] }),
    remedy: t.string({ description: 'The advice for it.', resolve: (code) => remedies[code] }),
  }),
});

async function useOf(
  ctx: Context,
  { product, productOperationId, applicationId, useOf: once }: ReferenceOperation,
): Promise<OperationUse | null> {
  if (product === null || productOperationId === null) return null;
  const use = await once(product, async () => await useOfMajor(ctx, product, applicationId));
  return use && (use.get(productOperationId) ?? unused);
}

export const ReferenceOperationType = builder.objectRef<ReferenceOperation>('ReferenceOperation').implement({
  description: 'One operation of the API reference.',
  fields: (t) => ({
    operationId: t.exposeString('operationId', { description: 'Its id in the document of the reference.' }),
    method: t.exposeString('method'),
    path: t.exposeString('path', { description: 'The template, such as `/orders/{id}`.' }),
    summary: t.exposeString('summary'),
    product: t.exposeString('product', {
      nullable: true,
      description: 'The slug and the major version, such as `shop@v1`. Null for the server’s own API.',
    }),
    productOperationId: t.exposeString('productOperationId', {
      nullable: true,
      description: 'Its id in the product, as the explorer, assignments and receipts use it.',
    }),
    isCallable: t.exposeBoolean('isCallable', {
      nullable: true,
      description:
        'Whether the caller, or a sandbox key of the application, may call it now. Null unless the audience is MINE.',
    }),
    whyNot: t.expose('whyNot', { type: WhyNotType, nullable: true }),
    isCallableLive: t.exposeBoolean('isCallableLive', {
      nullable: true,
      description: 'Whether a live key of the application may call it now. Null for the server’s own API.',
    }),
    whyNotLive: t.expose('whyNotLive', { type: WhyNotType, nullable: true }),
    calls: t.int({
      nullable: true,
      description:
        'How often the keys of the application, or all keys of the workspace, called it in the last 30 days. Null for the ' +
        'server’s own API, and without `api_keys:read`.',
      resolve: async (operation, _args, ctx) => (await useOf(ctx, operation))?.calls ?? null,
    }),
    unfitAnswers: t.int({
      nullable: true,
      description:
        'How many answers of the upstream to these calls the version does not describe. Null as for `calls`.',
      resolve: async (operation, _args, ctx) => (await useOf(ctx, operation))?.unfitAnswers ?? null,
    }),
    document: t.field({
      type: 'JSON',
      complexity: documentCost.ofOperation,
      description: 'The OpenAPI document of this operation alone, with the schemas that it refers to.',
      resolve: (operation) => documentOf(operation),
    }),
  }),
});

export const ReferenceType = builder.objectRef<Reference>('Reference').implement({
  description: 'The API reference for a reader.',
  fields: (t) => ({
    document: t.expose('document', {
      type: 'JSON',
      complexity: documentCost.whole,
      description: 'The OpenAPI 3.1 document.',
    }),
    operations: t.connection({
      type: ReferenceOperationType,
      description: 'The operations of the document, in its order. The list only reads forward.',
      complexity: pageCost,
      resolve: async ({ operations }, args) =>
        await rankedPage(
          args,
          async ({ offset, limit }) => await Promise.resolve(operations.slice(offset, offset + limit)),
        ),
    }),
    errors: t.field({
      type: [ErrorType],
      description: 'Every refusal of the server.',
      resolve: () => Object.keys(errorTable) as ErrorCode[],
    }),
  }),
});

const FeltChangeType = builder.objectRef<FeltChange>('ReferenceChange').implement({
  description: 'A change between two versions of an API product.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: '`BREAKING`, `ADDITIVE` or `WORDS`.' }),
    pointer: t.exposeString('pointer', {
      description: 'The position among the operations, as a JSON pointer (RFC 6901).',
    }),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    operationId: t.exposeString('operationId', {
      nullable: true,
      description: 'The operation that changes. Null if the change is of the whole.',
    }),
    calls: t.exposeInt('calls', {
      nullable: true,
      description:
        'How often the workspace’s keys called the operation in the last 30 days. Null without `api_keys:read`.',
    }),
  }),
});

export const ReferenceChangesType = builder
  .objectRef<{ changes: FeltChange[] }>('ReferenceChanges')
  .implement({
    description: 'The changes between two versions of an API product.',
    fields: (t) => ({
      changes: t.field({
        type: [FeltChangeType],
        description: 'At most 500, breaking ones first. If there are more, the last one says so.',
        resolve: ({ changes }) => changes,
      }),
    }),
  });
