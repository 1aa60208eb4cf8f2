import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { ProductCoverage } from './test-receipt.ts';

const strings = z.array(z.string());

export const ProductionAccessStatus = z.enum([
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'REVIEW_OVERDUE',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'SUSPENDED',
  'REVOKED',
]);

const content = {
  useCase: z.string(),
  dataCategories: strings,
  expectedVolume: z.string(),
  securityContact: z.string(),
  requestedProducts: strings,
  evidenceReceiptIds: strings,
};

const request = z.object({ id: id('apr'), subjectDigest: z.string() }).nullable();

export const ProductionAccess = z
  .object({
    id: id('pac'),
    applicationId: id('app'),
    status: ProductionAccessStatus,
    revision: z.int(),
    ...content,
    coverage: z.array(ProductCoverage).nullable().meta({
      description: 'The tested operations of the requested products. This decides nothing.',
    }),
    requestedBy: z.object({ id: id('mem') }).nullable(),
    approvalRequest: request,
    submittedAt: time,
    decidedAt: time.nullable(),
    approvedAt: time.nullable(),
    reviewBy: time.nullable(),
    reason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ProductionAccess' });

export const ProductionAccessRevision = z
  .object({
    revision: z.int().meta({ description: 'Numbers the submissions from 1.' }),
    status: z.enum([
      'SUBMITTED',
      'APPROVED',
      'CHANGES_REQUESTED',
      'REJECTED',
      'WITHDRAWN',
      'EXPIRED',
      'SUPERSEDED',
    ]),
    ...content,
    changes: z
      .array(
        z.object({
          field: z.string().meta({ examples: ['expectedVolume'] }),
          before: z.unknown().meta({ examples: ['100 a day'] }),
          after: z.unknown().meta({ examples: ['1,000 a day'] }),
        }),
      )
      .meta({ description: 'The fields in which it differs from the previous revision.' }),
    requestedBy: z.object({ id: id('mem') }).nullable(),
    approvalRequest: request,
    submittedAt: time,
    endedAt: time.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ProductionAccessRevision' });

export const SubmitProductionAccess = z
  .strictObject({
    useCase: formats.useCase.meta({
      examples: ['Takes the payments of our own web shop, about a hundred a day.'],
    }),
    dataCategories: formats.labels.meta({ examples: [['payments']] }),
    expectedVolume: formats.name.meta({ examples: ['100 a day'] }),
    securityContact: formats.email.meta({ examples: ['security@example.com'] }),
    requestedProducts: formats.requestedProducts.meta({ examples: [[]] }),
    evidenceReceiptIds: formats.evidenceReceiptIds.meta({ examples: [[]] }).optional(),
  })
  .meta({ id: 'SubmitProductionAccess' });

export const EndProductionAccess = z
  .strictObject({ reason: formats.decisionReason.meta({ examples: ['Keys were found in a paste.'] }) })
  .meta({ id: 'EndProductionAccess' });
