import { z } from 'zod';
import { apiProductStatuses } from '../../../db/models/api-product.ts';
import * as formats from '../../../schema/values/formats.ts';
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
    slug: formats.productSlug.meta({ examples: ['shop'] }),
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
