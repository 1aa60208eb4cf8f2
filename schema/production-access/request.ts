import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { lockPending, makeWay } from '../approval/make-way.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { accessFields, contentFields, type Submission } from './fields.ts';
import { lockAccess } from './lock.ts';
import { accessMoves, demandCooledDown } from './rules.ts';
import { submit } from './submit.ts';

/** Asks for live keys for an application; an owner or administrator who is somebody else decides. Spec §3. */
export async function requestProductionAccess(ctx: Context, { applicationId, ...content }: Submission) {
  return await ctx.transaction(async (tx) => {
    const pending = await lockPending(tx, 'PRODUCTION_ACCESS', applicationId);
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    await makeWay(tx, pending);
    const before = await lockAccess(tx, applicationId);
    if (before) {
      accessMoves.next(before.status, 'request');
      demandCooledDown(before, tx.clock.now());
    }
    return { productionAccess: await submit(tx, application, before, withoutEvidence(content)) };
  });
}

export function withoutEvidence({ evidenceReceiptIds, ...content }: Omit<Submission, 'applicationId'>) {
  return { ...content, evidenceReceiptIds: evidenceReceiptIds ?? [] };
}

builder.relayMutationField(
  'requestProductionAccess',
  { inputFields: contentFields },
  {
    description:
      'Asks for production access, which a different person decides (`no_eligible_approver` where there is none). ' +
      'Sandbox evidence is shown to them and approves nothing. Needs `production_access:request`.',
    authScopes: { can: 'production_access:request' },
    resolve: async (_root, { input }, ctx) => await requestProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);
