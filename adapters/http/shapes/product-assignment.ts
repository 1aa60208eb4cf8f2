import { z } from 'zod';
import { productAssignmentStatuses, quotaPeriods } from '../../../db/models/product-assignment.ts';
import { environments } from '../../../db/models/api-key.ts';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, time } from './common.ts';

export const ProductAssignment = z
  .object({
    id: id('asg'),
    applicationId: id('app'),
    product: z.object({ id: id('prd'), slug: z.string(), name: z.string() }).nullable(),
    major: z.int().meta({ description: 'The newest published version of this major is called.' }),
    environment: z.enum(environments),
    operations: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The ids of the operations that it may call; null for all.' }),
    quota: z
      .object({ limit: z.int(), period: z.enum(quotaPeriods) })
      .nullable()
      .meta({ description: 'The most calls of a period; null without a limit.' }),
    status: z.enum(productAssignmentStatuses),
    createdBy: z.object({ id: id('mem') }).nullable(),
    removedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ProductAssignment' });

const operations = productFormats.operations
  .nullish()
  .meta({ description: 'The ids of the operations that it may call; null for all.' });
const quota = productFormats.quota.nullish().meta({ description: 'Null for no limit.' });

export const AssignApiProduct = z
  .strictObject({ productId: id('prd'), major: productFormats.major, operations, quota })
  .meta({ id: 'AssignApiProduct' });

export const UpdateProductAssignment = z
  .strictObject({ operations, quota })
  .meta({ id: 'UpdateProductAssignment' });
