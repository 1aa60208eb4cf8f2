import type { ProductionAccess } from '../../db/models/production-access.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { builder } from '../builder.ts';
import type { Context, TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { accessFields, contentFields, submittedContent, type Submission } from './fields.ts';
import { lastRevision } from './last-revision.ts';
import { lockGranted } from './lock.ts';
import { accessMoves } from './rules.ts';
import { submit } from './submit.ts';

/** Submits the next revision after changes were asked for: a new request, with a digest of its own. */
export async function resubmitProductionAccess(ctx: Context, { applicationId, ...content }: Submission) {
  return await ctx.transaction(async (tx) => {
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    const before = await lockGranted(tx, applicationId);
    const status = accessMoves.next(before.status, 'resubmit');
    await demandGivenBack(tx, before);
    const productionAccess = await submit(tx, application, { before, status }, submittedContent(content));
    return { productionAccess };
  });
}

// What is approved can be resubmitted too, but only where its review was given back.
async function demandGivenBack(tx: TransactionContext, access: ProductionAccess): Promise<void> {
  if ((await lastRevision(tx, access)) === 'CHANGES_REQUESTED') return;
  throw refuse('invalid_transition', 'Nobody has asked for changes. Ask for it anew instead.', {
    transition: { from: access.status, action: 'resubmit', allowed: ['request'] },
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
