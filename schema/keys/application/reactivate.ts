import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { lockApplication } from './lock.ts';
import { applicationMoves } from './rules.ts';
import { ApplicationType } from './type.ts';

/** Ends a suspension; keys that were not revoked work again. */
export async function reactivateApplication(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApplication(tx, id);
    const status = applicationMoves.next(before.status, 'reactivate');
    const patch = { status, suspendedAt: null, suspendReason: null };
    const application = await Application.change(tx.knex, id, ctx.clock.now(), patch);
    await record(tx, 'application.reactivated', { subject: application, data: application });
    return { application };
  });
}

builder.relayMutationField(
  'reactivateApplication',
  { inputFields: (t) => ({ ...rowFields(t, 'The application.') }) },
  {
    description:
      'Ends a suspension. Needs `applications:reactivate`, which fewer roles hold than the right to suspend.',
    authScopes: { can: 'applications:reactivate' },
    resolve: async (_root, { input }, ctx) => await reactivateApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
