import { ApiProduct } from '../../../db/models/api-product.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import {
  TestReceipt,
  testReceiptKinds,
  testReceiptStatuses,
  testReceiptVias,
} from '../../../db/models/test-receipt.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { ApiProductType } from '../product/type.ts';
import { ApiProductVersionType } from '../product/version-type.ts';
import { isServed } from '../product/rules.ts';

const KindEnum = builder.enumType('TestReceiptKind', {
  description:
    'CALL: an operation was called. SAMPLE_CHECK: samples of a body were checked, and nothing was called.',
  values: testReceiptKinds,
});

const StatusEnum = builder.enumType('TestReceiptStatus', { values: testReceiptStatuses });

const ViaEnum = builder.enumType('TestReceiptVia', {
  description: 'How the operation was called: with the secret of the key, or in the explorer.',
  values: testReceiptVias,
});

export interface Conformance {
  request: boolean;
  answer: boolean | null;
}

export const ConformanceType = builder.objectRef<Conformance>('Conformance').implement({
  description: 'Whether a request and its answer conform to the version.',
  fields: (t) => ({
    request: t.exposeBoolean('request'),
    answer: t.exposeBoolean('answer', {
      nullable: true,
      description: 'Null if no answer was compared with a version.',
    }),
  }),
});

export const TestReceiptType = rowRef<TestReceipt>(TestReceipt, 'TestReceipt').implement({
  description:
    'A signed statement that an application tested an operation of an API product. It grants nothing. It works for 90 days.',
  fields: (t) => ({
    id: t.exposeID('id'),
    applicationId: t.exposeID('applicationId'),
    kind: t.expose('kind', { type: KindEnum }),
    product: t.field({
      type: ApiProductType,
      nullable: true,
      resolve: async ({ productId }, _args, ctx) => await ctx.load(ApiProduct, productId),
    }),
    version: t.field({
      type: ApiProductVersionType,
      nullable: true,
      resolve: async ({ versionId }, _args, ctx) => await ctx.load(ApiProductVersion, versionId),
    }),
    isCurrent: t.boolean({
      description: 'Whether the version is still served. Only current receipts count for the coverage.',
      resolve: async ({ versionId }, _args, ctx) => {
        const version = await ctx.load(ApiProductVersion, versionId);
        return version !== null && isServed(version);
      },
    }),
    operationId: t.exposeString('operationId'),
    method: t.exposeString('method'),
    answerStatus: t.exposeInt('answerStatus', {
      nullable: true,
      description: 'The HTTP status of the answer; null if nothing was called.',
    }),
    scenario: t.exposeString('scenario', {
      nullable: true,
      description: 'The requested scenario, or null.',
    }),
    conformance: t.field({
      type: ConformanceType,
      resolve: ({ requestConforms: request, answerConforms: answer }) => ({ request, answer }),
    }),
    via: t.expose('via', { type: ViaEnum, nullable: true, description: 'Null if nothing was called.' }),
    keyId: t.id({
      nullable: true,
      description: 'The API key of the call.',
      resolve: ({ apiKeyId }) => apiKeyId,
    }),
    jws: t.exposeString('jws', {
      description: 'The statement as a compact JWS, verifiable with the keys of `/.well-known/jwks.json`.',
    }),
    status: t.expose('status', { type: StatusEnum }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
