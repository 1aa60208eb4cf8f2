import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';

/** The JSON of REST requests and answers. The serializer removes members that an answer's shape lacks. */

export const id = (prefix: string) => z.string().meta({ examples: [`${prefix}_01kaf5m2jcexxt5s6f3yq4z8rd`] });

export const time = z.string().meta({ format: 'date-time', examples: ['2026-11-20T09:00:00.000Z'] });

/** The name of the resource that an id in the audit log or an event refers to. */
export const name = z
  .string()
  .nullable()
  .meta({
    description: 'Its current name. Null if it has none or belongs to another workspace.',
    examples: ['Checkout'],
  });

export const digest = formats.digest.meta({
  examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});

/** A time that a client sends. */
export const moment = formats.moment.meta({ examples: ['2026-11-20T09:00:00.000Z'] });

const page = z
  .object({
    nextCursor: z
      .string()
      .nullable()
      .meta({ examples: ['MDFrYWY1bTJqY2V4eHQ1czZmM3lxNHo4cmQ'] }),
    hasMore: z.boolean(),
  })
  .meta({
    id: 'Page',
    description: 'While `hasMore` is true, repeat the request with `nextCursor` as `cursor`.',
  });

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), page });

const countedPage = page
  .extend({
    totalCount: z.int().nullable().optional().meta({
      description: 'How many the whole list has; null if more than 10,000. Only with `count=true`.',
    }),
  })
  .meta({ id: 'CountedPage' });

export const countedListOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), page: countedPage });

/** The query of a list that only reads forward, `?limit=&cursor=`. */
export const forwardQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(25)
    .meta({ description: 'The page size, from 1 to 100.' }),
  cursor: z.string().max(200).optional().meta({ description: 'The `page.nextCursor` of the previous page.' }),
});

/** The query of every other list, which can also be read from its end. */
export const listQuery = forwardQuery.extend({
  order: z
    .enum(['oldest', 'newest'])
    .default('oldest')
    .meta({ description: 'Whether the oldest or the newest comes first.' }),
});

/** The query of a list that can be counted. */
export const countedQuery = listQuery.extend({
  count: z
    .literal('true')
    .optional()
    .meta({ description: 'With `true`, `page.totalCount` has the number of all items.' }),
});

export const NameOnly = z.strictObject({ name: formats.name.meta({ examples: ['Analytical Engines'] }) });

export const Reason = z.strictObject({ reason: formats.reason.optional() }).meta({ id: 'Reason' });
