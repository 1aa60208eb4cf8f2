import { z } from 'zod';
import { searchText } from '../../../schema/values/formats.ts';

export const SearchQuery = z.strictObject({
  query: searchText.meta({
    description: 'A part of a name, a prefix of a secret, or an id; from 1 to 200 characters.',
    examples: ['checkout'],
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(20)
    .meta({ description: 'How many hits, from 1 to 50.' }),
});

export const SearchHit = z
  .object({
    type: z.string().meta({ description: 'As in events and audit entries.', examples: ['application'] }),
    id: z.string().meta({ examples: ['app_01kaf5m2jcexxt5s6f3yq4z8rd'] }),
    title: z.string().meta({ examples: ['Checkout'] }),
    where: z.string().meta({
      description: 'The name of its application or parent, or its status.',
      examples: ['ACTIVE'],
    }),
  })
  .meta({ id: 'SearchHit' });
