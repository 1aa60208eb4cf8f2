import { ApiProduct } from '../../../db/models/api-product.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Event } from '../../../db/models/event.ts';
import { builder } from '../../kernel/builder.ts';
import { afterArg, followEvents, messageFields } from '../../records/event/subscription.ts';
import { ApiProductType } from './type.ts';
import { ApiProductVersionType, listedColumns } from './version-type.ts';

const ApiProductChangedType = builder.objectRef<Event>('ApiProductChanged').implement({
  description: 'A change of an API product or of one of its versions.',
  fields: (t) => ({
    ...messageFields(t),
    apiProduct: t.field({
      type: ApiProductType,
      nullable: true,
      description: 'The current API product. It is at least as recent as the event.',
      resolve: async (event, _args, ctx) => {
        const id = productOf(event);
        return id === null ? null : await ctx.load(ApiProduct, id);
      },
    }),
    apiProductVersion: t.field({
      type: ApiProductVersionType,
      nullable: true,
      description:
        'The current version, if the event is about one; otherwise null. It is at least as recent as the event.',
      resolve: async ({ resource: { type, id } }, _args, ctx) =>
        type === 'api_product_version'
          ? ((await ApiProductVersion.inWorkspace(ctx)
              .select(...listedColumns)
              .findById(id)) ?? null)
          : null,
    }),
  }),
});

/** Returns the id of the product that an event is about; null if it is about none. */
function productOf({ resource: { type, id }, data }: Event): string | null {
  if (type === 'api_product') return id;
  return type === 'api_product_version' ? (data['productId'] as string) : null;
}

builder.subscriptionField('apiProductChanged', (t) =>
  t.field({
    type: ApiProductChangedType,
    description:
      'Changes of API products and their versions: created, changed, published, deprecated, retired, live or no ' +
      'longer live, and failures of the service behind a live version. Needs `api_products:read`.',
    args: {
      productId: t.arg.id({ description: 'Only this product. By default all of the workspace.' }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'api_products:read' },
    subscribe: async (_root, { productId, after }, ctx) =>
      await followEvents(ctx, after, (event) => {
        const id = productOf(event);
        return id !== null && (!productId || productId === id);
      }),
    resolve: (event) => event,
  }),
);
