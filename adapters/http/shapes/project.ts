import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';

export const Project = z
  .object({
    id: id('prj'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Web shop'] }),
    description: z.string(),
    status: z.enum(['ACTIVE', 'DELETED']),
    deletedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Project' });

export const CreateProject = z
  .strictObject({
    name: formats.name.meta({ examples: ['Web shop'] }),
    description: formats.description.optional(),
  })
  .meta({ id: 'CreateProject' });

export const UpdateProject = z
  .strictObject({ name: formats.name.optional(), description: formats.description.optional() })
  .meta({ id: 'UpdateProject' });
