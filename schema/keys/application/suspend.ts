import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { lockApplication } from './lock.ts';
import { applicationMoves } from './rules.ts';
import { ApplicationType } from './type.ts';

/** Stops every key of the application from this commit on: key evaluation reads the application's status. */
export async function suspendApplication(
  ctx: Context,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApplication(tx, id);
    const status = applicationMoves.next(before.status, 'suspend');
    const now = ctx.clock.now();
    const patch = { status, suspendedAt: now, suspendReason: reason };
    const application = await Application.change(tx.knex, id, now, patch);
    await record(tx, 'application.suspended', { subject: application, data: application, reason });
    return { application };
  });
}

builder.relayMutationField(
  'suspendApplication',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The application.'),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description: 'Stops all keys of an application immediately. Needs `applications:suspend`.',
    authScopes: { can: 'applications:suspend' },
    resolve: async (_root, { input }, ctx) => await suspendApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
