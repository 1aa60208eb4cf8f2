import type { Event } from '../../../db/models/event.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { builder } from '../../kernel/builder.ts';
import { afterArg, followEvents, messageFields } from '../../records/event/subscription.ts';
import { ProductionAccessType } from './type.ts';

const ProductionAccessChangedType = builder.objectRef<Event>('ProductionAccessChanged').implement({
  description: 'A change of the production access of an application.',
  fields: (t) => ({
    ...messageFields(t),
    productionAccess: t.field({
      type: ProductionAccessType,
      nullable: true,
      description: 'The current production access. It is at least as recent as the event.',
      resolve: async ({ resource }, _args, ctx) => await ctx.load(ProductionAccess, resource.id),
    }),
  }),
});

builder.subscriptionField('productionAccessChanged', (t) =>
  t.field({
    type: ProductionAccessChangedType,
    description:
      'Changes of production access: requested, decided, reviewed, suspended or revoked. Needs `production_access:read`.',
    args: {
      applicationId: t.arg.id({
        description: 'Only that of this application. By default all of the workspace.',
      }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'production_access:read' },
    subscribe: async (_root, { applicationId, after }, ctx) =>
      await followEvents(
        ctx,
        after,
        ({ resource: { type }, data }) =>
          type === 'production_access' && (!applicationId || applicationId === data['applicationId']),
      ),
    resolve: (event) => event,
  }),
);
