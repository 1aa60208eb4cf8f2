import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { prepareDeletion } from './deletion.ts';
import { lockApplication } from './lock.ts';
import { applicationMoves } from './rules.ts';
import { ApplicationType } from './type.ts';

/**
 * Deletes an application; it can be restored for 30 days. Its keys stop from this commit on. Pending requests
 * for it end, and a restoration does not revive them.
 */
export async function deleteApplication(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const endWhatGoesWithIt = await prepareDeletion(tx, id);
    const before = await lockApplication(tx, id);
    const status = applicationMoves.next(before.status, 'delete');
    const now = ctx.clock.now();
    const application = await Application.change(tx.knex, id, now, { status, deletedAt: now });
    await endWhatGoesWithIt();
    await record(tx, 'application.deleted', { subject: application, data: application });
    return { application };
  });
}

builder.relayMutationField(
  'deleteApplication',
  { inputFields: (t) => ({ ...rowFields(t, 'The application.') }) },
  {
    description:
      'Deletes an application. Its keys stop immediately, and its pending request for production access is ' +
      'canceled. It can be restored for 30 days. Needs `applications:delete`.',
    authScopes: { can: 'applications:delete' },
    resolve: async (_root, { input }, ctx) => await deleteApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
