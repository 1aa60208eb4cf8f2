import { z } from 'zod';
import { apiProductVersionStatuses } from '../../../db/models/api-product-version.ts';
import * as formats from '../../../schema/values/formats.ts';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, forwardQuery, time } from './common.ts';
import { ApiProductChange } from './product.ts';

const reason = z
  .object({
    code: z.string().meta({ description: 'The code of the refusal that a call would get.' }),
    message: z.string(),
  })
  .nullable();

const product = formats.majorName.meta({ examples: ['shop@v1'] });

export const ReaderQuery = z.strictObject({
  audience: z.enum(['public', 'workspace', 'mine']).default('public').meta({
    description:
      '`public` is the server’s own API, `workspace` adds the API products of the workspace, and `mine` says for each operation whether you may call it.',
  }),
  applicationId: id('app')
    .optional()
    .meta({ description: 'With `mine`: the application whose keys are judged. Needs `api_keys:read`.' }),
  product: product.optional().meta({
    description: 'With `workspace` or `mine`: only this product, as a document with its own paths and ids.',
    examples: ['shop@v1'],
  }),
});

export const OperationsQuery = ReaderQuery.extend(forwardQuery.shape);

export const OpenApiDocument = z
  .looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })
  .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' });

export const ReferenceOperation = z
  .object({
    operationId: z.string().meta({ examples: ['shop.v1.listOrders'] }),
    method: z.string().meta({ examples: ['GET'] }),
    path: z.string().meta({ examples: ['/shop/v1/orders'] }),
    summary: z.string(),
    product: z
      .string()
      .nullable()
      .meta({ description: 'Null for the server’s own API.', examples: ['shop@v1'] }),
    productOperationId: z
      .string()
      .nullable()
      .meta({
        description: 'Its id in the product, as the explorer, assignments and receipts use it.',
        examples: ['listOrders'],
      }),
    isCallable: z.boolean().nullable().meta({
      description:
        'Whether you, or a sandbox key of the application, may call it now. Null unless the audience is `mine`.',
    }),
    whyNot: reason,
    isCallableLive: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether a live key of the application may call it now.' }),
    whyNotLive: reason,
  })
  .meta({ id: 'ReferenceOperation' });

const calls = z
  .int()
  .nullable()
  .meta({
    description: 'The calls by your own keys in the last 30 days. Null without `api_keys:read`.',
    examples: [1204],
  });

const unfitAnswers = z
  .int()
  .nullable()
  .meta({
    description:
      'The answers of the upstream to these calls that the version does not describe. Null as for `calls`.',
    examples: [3],
  });

export const ReferenceOperationDetail = ReferenceOperation.extend({
  calls,
  unfitAnswers,
  document: OpenApiDocument,
}).meta({ id: 'ReferenceOperationDetail' });

export const ReferenceErrors = z
  .object({
    data: z.array(z.object({ code: z.string(), status: z.int(), title: z.string(), remedy: z.string() })),
  })
  .meta({ id: 'ReferenceErrors' });

const version = productFormats.versionName;

export const ComparedQuery = z.strictObject({
  from: version.meta({ examples: ['shop@v1.2'] }),
  to: version.meta({ examples: ['shop@v1.3'] }),
});

export const ReferenceChanges = z
  .object({
    changes: z.array(ApiProductChange.extend({ operationId: z.string().nullable(), calls })).meta({
      description: 'At most 500, breaking ones first. If there are more, the last one says so.',
    }),
  })
  .meta({ id: 'ReferenceChanges' });

export const ChangelogEntry = z
  .object({
    name: z.string().meta({ examples: ['shop@v1.2'] }),
    versionId: id('prv'),
    title: z.string(),
    status: z.enum(apiProductVersionStatuses),
    publishedAt: time.nullable(),
    retiresAt: time.nullable(),
    changes: z.array(ApiProductChange),
  })
  .meta({ id: 'ListedChangelogEntry' });
