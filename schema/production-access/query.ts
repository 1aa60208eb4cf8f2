import type { QueryBuilder } from 'objection';
import { ApprovalRequest } from '../../db/models/approval-request.ts';
import { ProductionAccess } from '../../db/models/production-access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { pageCost, pageOf } from '../page.ts';
import { RevisionType, type RevisionRow } from './revision-type.ts';
import { ProductionAccessType } from './type.ts';

const kind = 'PRODUCTION_ACCESS';

builder.queryField('productionAccess', (t) =>
  t.field({
    type: ProductionAccessType,
    nullable: true,
    description:
      'The production access of an application that has asked for it. Needs `production_access:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'production_access:read' },
    resolve: async (_root, { applicationId }, ctx) => await accessOf(ctx, applicationId),
  }),
);

builder.queryField('productionAccessRevisions', (t) =>
  t.connection({
    type: RevisionType,
    nullable: true,
    description:
      'Every submission of an application’s production access, the first one first: what it said, how it ended and what ' +
      'it changed. Needs `production_access:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'production_access:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, ...args }, ctx) => {
      await accessOf(ctx, applicationId);
      const revisions = ApprovalRequest.inWorkspace(ctx)
        .where({ kind, subjectId: applicationId })
        .select('approvalRequest.*', previousCommand(ctx).as('previousCommand'));
      return await pageOf(revisions as unknown as QueryBuilder<RevisionRow, RevisionRow[]>, args);
    },
  }),
);

async function accessOf(ctx: Context, applicationId: string): Promise<ProductionAccess> {
  const access = await ProductionAccess.inWorkspace(ctx).findOne({ applicationId });
  if (!access) throw notFound();
  return access;
}

// What a revision said stands in its request alone; the one before is found by its number, which is unique.
function previousCommand({ knex }: Context) {
  return knex('approvalRequest as previous')
    .select('previous.command')
    .where({ 'previous.kind': kind })
    .whereRaw('previous.subject_id = approval_request.subject_id')
    .whereRaw(
      "(previous.command ->> 'revision')::integer = (approval_request.command ->> 'revision')::integer - 1",
    );
}
