import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { ProductionAccessStatus } from './production-access.ts';

export const Application = z
  .object({
    id: id('app'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Checkout'] }),
    description: z.string().meta({ examples: ['The web shop’s checkout'] }),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETED']),
    suspendedAt: time.nullable(),
    suspendReason: z.string().nullable(),
    deletedAt: time.nullable(),
    restorableUntil: time.nullable(),
    productionAccess: z
      .object({
        status: ProductionAccessStatus,
        revision: z.int(),
        approvedAt: time.nullable(),
        reviewBy: time.nullable(),
      })
      .nullable()
      .meta({
        description: 'Null if it was never requested, or if the caller lacks `production_access:read`.',
      }),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Application' });

export const CreateApplication = z
  .strictObject({
    name: formats.name.meta({ examples: ['Checkout'] }),
    description: formats.description.optional(),
  })
  .meta({ id: 'CreateApplication' });

export const UpdateApplication = z
  .strictObject({ name: formats.name.optional(), description: formats.description.optional() })
  .meta({ id: 'UpdateApplication' });
