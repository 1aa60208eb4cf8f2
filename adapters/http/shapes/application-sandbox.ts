import { z } from 'zod';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, moment, time } from './common.ts';

export const ApplicationSandbox = z
  .object({
    applicationId: id('app'),
    seed: z.string().meta({ description: 'The server generates ids from it and the request.' }),
    time: time.meta({ description: 'The time in the sandbox, which stands still.' }),
    objects: z.int().meta({ description: 'How many objects calls made.' }),
  })
  .meta({ id: 'ApplicationSandbox' });

export const ResetSandbox = z
  .strictObject({ seed: productFormats.sandboxSeed.nullish().meta({ description: 'By default the same.' }) })
  .optional()
  .meta({ id: 'ResetSandbox' });

export const SetSandboxClock = z.strictObject({ time: moment }).meta({ id: 'SetSandboxClock' });
