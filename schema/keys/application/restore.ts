import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { lockApplication } from './lock.ts';
import { applicationMoves, restorableDays, restorableUntil } from './rules.ts';
import { ApplicationType } from './type.ts';

/** Restores a deleted application with its previous status, even a suspension. Its live keys stay ended. */
export async function restoreApplication(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    await shareLockOwnWorkspace(tx);
    const before = await lockApplication(tx, id);
    const restored = applicationMoves.next(before.status, 'restore');
    const now = ctx.clock.now();
    if (!before.deletedAt || now >= restorableUntil(before.deletedAt))
      throw refuse(
        'invalid_transition',
        `The application was deleted more than ${restorableDays} days ago, so it cannot be restored. Create another one.`,
        { transition: { from: before.status, action: 'restore', allowed: [] } },
      );
    const status = before.suspendedAt ? 'SUSPENDED' : restored;
    const patch = { status, deletedAt: null, restores: before.restores + 1 } as const;
    const application = await Application.change(tx.knex, id, now, patch);
    await record(tx, 'application.restored', { subject: application, data: application });
    return { application };
  });
}

builder.relayMutationField(
  'restoreApplication',
  { inputFields: (t) => ({ ...rowFields(t, 'The application.') }) },
  {
    description:
      'Restores an application deleted within the last 30 days. Its live keys stay revoked, so create new ones. ' +
      'Needs `applications:reactivate`, since the sandbox keys work again.',
    authScopes: { can: 'applications:reactivate' },
    resolve: async (_root, { input }, ctx) => await restoreApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
