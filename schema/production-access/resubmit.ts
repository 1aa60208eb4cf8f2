import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { accessFields, contentFields, type Submission } from './fields.ts';
import { lockExistingAccess } from './lock.ts';
import { withoutEvidence } from './request.ts';
import { accessMoves } from './rules.ts';
import { submit } from './submit.ts';

/** Submits the next revision after changes were asked for: a new request, with a digest of its own. */
export async function resubmitProductionAccess(ctx: Context, { applicationId, ...content }: Submission) {
  return await ctx.transaction(async (tx) => {
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    const before = await lockExistingAccess(tx, applicationId);
    accessMoves.next(before.status, 'resubmit');
    return { productionAccess: await submit(tx, application, before, withoutEvidence(content)) };
  });
}

builder.relayMutationField(
  'resubmitProductionAccess',
  { inputFields: contentFields },
  {
    description:
      'Submits the next revision after changes were asked for; a different person decides on it anew. Needs ' +
      '`production_access:request`.',
    authScopes: { can: 'production_access:request' },
    resolve: async (_root, { input }, ctx) => await resubmitProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);
