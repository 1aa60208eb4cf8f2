import { z } from 'zod';
import { apiProductStatuses } from '../../../db/models/api-product.ts';
import { apiProductVersionStatuses, requestChecks } from '../../../db/models/api-product-version.ts';
import * as formats from '../../../schema/values/formats.ts';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, time } from './common.ts';

export const ApiProduct = z
  .object({
    id: id('prd'),
    workspaceId: id('ws'),
    slug: z.string().meta({ description: 'Its name in addresses. It never changes.', examples: ['shop'] }),
    name: z.string().meta({ examples: ['Web shop'] }),
    description: z.string(),
    owner: z
      .object({ id: id('mem') })
      .nullable()
      .meta({ description: 'The member who is responsible for it.' }),
    status: z.enum(apiProductStatuses),
    retiredAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ApiProduct' });

const ownerId = id('mem').optional().meta({ description: 'The responsible member, an active one.' });

export const CreateApiProduct = z
  .strictObject({
    slug: productFormats.productSlug.meta({ examples: ['shop'] }),
    name: formats.name.meta({ examples: ['Web shop'] }),
    description: formats.description.optional(),
    ownerId,
  })
  .meta({ id: 'CreateApiProduct' });

export const UpdateApiProduct = z
  .strictObject({
    name: formats.name.optional(),
    description: formats.description.optional(),
    ownerId,
  })
  .meta({ id: 'UpdateApiProduct' });

export const ApiProductVersion = z
  .object({
    id: id('prv'),
    productId: id('prd'),
    major: z.int(),
    number: z.int().meta({ description: 'Counted from 1 in each major.' }),
    title: z.string().meta({ description: 'The title in its document.', examples: ['Shop API'] }),
    label: z.string().meta({ description: 'The version in its document.', examples: ['1.4.0'] }),
    status: z.enum(apiProductVersionStatuses),
    liveSince: time.nullable().meta({ description: 'Since when it answers live keys; null if it does not.' }),
    requestChecks: z.enum(requestChecks),
    upstream: z
      .object({
        url: z.string(),
        credentialReferenceId: id('cref').nullable(),
        apiKeyHeader: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Where live calls go; null if the workspace serves them itself.' }),
    digest: z.string(),
    findingCount: z.int(),
    publishedAt: time.nullable(),
    retiresAt: time.nullable().meta({ description: 'Until when a deprecated version is served at least.' }),
    retiredAt: time.nullable(),
    createdBy: z.object({ id: id('mem') }).nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ApiProductVersion' });

export const ApiProductChange = z
  .object({
    kind: z.string().meta({ description: '`BREAKING`, `ADDITIVE` or `WORDS`.', examples: ['ADDITIVE'] }),
    pointer: z.string(),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'ApiProductChange' });

export const ApiProductChanges = z
  .object({ data: z.array(ApiProductChange) })
  .meta({ id: 'ApiProductChanges' });

export const ApiProductVersionDetail = ApiProductVersion.extend({
  operations: z
    .array(z.object({ operationId: z.string(), method: z.string(), path: z.string(), title: z.string() }))
    .meta({ description: 'At most 500, in the order of the document.' }),
  findings: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })).meta({
    description: 'The parts of the document that the server left out or cannot use: the first 500.',
  }),
  changes: z.array(ApiProductChange).meta({
    description:
      'The differences from the version before it in its major, as of its publication. A draft has none here: compare it with `apiProductChanges`.',
  }),
}).meta({ id: 'ApiProductVersionDetail' });

const document = productFormats.openApiDocument.meta({
  description: 'An OpenAPI 3.0 or 3.1 document, as a JSON or YAML string of up to 4 MiB.',
  examples: ['openapi: 3.1.0\n…'],
});

const upstream = z.strictObject({
  url: productFormats.upstreamUrl.meta({ examples: ['https://shop.example.com/api'] }),
  credentialReferenceId: id('cref').nullish(),
  apiKeyHeader: productFormats.headerName.nullish(),
});

export const CreateApiProductVersion = z
  .strictObject({
    document,
    major: productFormats.major.optional().meta({ description: 'By default the latest one.' }),
    requestChecks: z.enum(requestChecks).optional().meta({ description: 'By default ENFORCE.' }),
    upstream: upstream
      .optional()
      .meta({ description: 'By default none: the workspace serves live calls itself.' }),
  })
  .meta({ id: 'CreateApiProductVersion' });

export const UpdateApiProductVersion = z
  .strictObject({
    document: document.optional(),
    requestChecks: z.enum(requestChecks).optional(),
    upstream: upstream.nullish().meta({ description: 'Null removes it.' }),
  })
  .meta({ id: 'UpdateApiProductVersion' });

export const DeprecateApiProductVersion = z
  .strictObject({
    days: z
      .int()
      .optional()
      .meta({ description: 'The days until its end: 90 to 730, by default 90.', examples: [90] }),
  })
  .optional()
  .meta({ id: 'DeprecateApiProductVersion' });
