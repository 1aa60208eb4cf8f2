import type { Event } from '../../../db/models/event.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { builder } from '../../kernel/builder.ts';
import { afterArg, followEvents, messageFields } from '../../records/event/subscription.ts';
import { ProductAssignmentType } from './type.ts';

const ProductAssignmentChangedType = builder.objectRef<Event>('ProductAssignmentChanged').implement({
  description: 'A change of the assignment of an API product to an application.',
  fields: (t) => ({
    ...messageFields(t),
    productAssignment: t.field({
      type: ProductAssignmentType,
      nullable: true,
      description: 'The current assignment. It is at least as recent as the event.',
      resolve: async ({ resource }, _args, ctx) => await ctx.load(ProductAssignment, resource.id),
    }),
  }),
});

builder.subscriptionField('productAssignmentChanged', (t) =>
  t.field({
    type: ProductAssignmentChangedType,
    description:
      'Changes of the API products that are assigned to applications, in the sandbox and live: assigned, changed or ' +
      'removed. Needs `api_products:read`.',
    args: {
      applicationId: t.arg.id({
        description: 'Only those of this application. By default all of the workspace.',
      }),
      after: t.arg.string(afterArg),
    },
    authScopes: { can: 'api_products:read' },
    subscribe: async (_root, { applicationId, after }, ctx) =>
      await followEvents(
        ctx,
        after,
        ({ resource: { type }, data }) =>
          type === 'product_assignment' && (!applicationId || applicationId === data['applicationId']),
      ),
    resolve: (event) => event,
  }),
);
