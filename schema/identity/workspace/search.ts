import { builder } from '../../kernel/builder.ts';
import { search, type SearchHit } from '../../kernel/searched.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';

const usualHits = 20;
const mostHits = 50;

const SearchHitType = builder.objectRef<SearchHit>('SearchHit').implement({
  description: 'A resource that a search found.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description: 'Its type, such as `api_key`, as in `resource` of events and `targets` of audit entries.',
    }),
    id: t.exposeID('id'),
    title: t.exposeString('title', { description: 'Its name, or what stands for it.' }),
    where: t.exposeString('where', {
      description:
        'The name of its application or parent, or its status, to distinguish hits with one title.',
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: [SearchHitType],
    nullable: true,
    description:
      'Finds resources of the workspace by their names, by the prefix or the last four characters of a secret, and ' +
      'by ids. The same name comes first, then the beginning of a word, then any part of a text. Case does not ' +
      'matter, and no character is a wildcard. A secret and its masked form stand for its prefix. ' +
      'A whole id finds exactly its resource, even if it is deleted. It leaves out what the caller may not read. ' +
      'Tool calls, events, deliveries, versions of API products and test receipts are found by their ids only. ' +
      '`invalid_request` if `first` is not from 1 to 50. Needs `workspace:read`.',
    args: {
      query: t.arg.string({
        required: true,
        validate: formats.searchText,
        description: 'From 1 to 200 characters.',
      }),
      first: t.arg.int({ description: `How many hits, from 1 to ${mostHits}. By default ${usualHits}.` }),
    },
    authScopes: { can: 'workspace:read' },
    // Reads every table once, whatever it finds.
    complexity: ({ first }) => ({
      field: 20,
      multiplier: Math.min(Math.max(first ?? usualHits, 1), mostHits),
    }),
    resolve: async (_root, { query, first }, ctx) => {
      const limit = first ?? usualHits;
      if (limit < 1 || limit > mostHits) throw refuse('invalid_request', `Send first from 1 to ${mostHits}.`);
      return await search(ctx, query, limit);
    },
  }),
);
