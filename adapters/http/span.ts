import { z } from 'zod';
import { maxPoints, timeBuckets } from '../../schema/values/span.ts';
import { moment } from './shapes/common.ts';

/** The query of every series. */
export const spanQuery = z.strictObject({
  from: moment.meta({ description: 'A moment in the first bucket. It is not in the future.' }),
  to: moment.optional().meta({
    description: 'The last bucket contains the moment before it. By default, and at most, the present.',
  }),
  bucket: z.enum(timeBuckets).meta({
    description: `How long a bucket is, in UTC. A series has at most ${maxPoints}.`,
  }),
});

/** Returns the arguments of the series. */
export function spanArgs({ to, ...query }: z.output<typeof spanQuery>) {
  return { ...query, to: to ?? null };
}
