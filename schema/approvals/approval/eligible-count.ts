import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { approvable } from './approvable.ts';
import { couldDecideEach, independentEach } from './approvers.ts';
import { kindOf } from './kinds.ts';
import { statusAt } from './rules.ts';
import { ApprovalRequestType } from './type.ts';

const loaders = new WeakMap<Context, DataLoader<ApprovalRequest, number>>();

builder.objectField(ApprovalRequestType, 'eligibleApproverCount', (t) =>
  t.int({
    nullable: true,
    description:
      'How many members could approve it now: eligible, not accountable for it, without a decision, and ' +
      'independent where any independent approver exists. 0 if the requester lost the permission, or if its ' +
      'application is suspended. It does not check whether the subject has changed. Null after the request has ' +
      'ended.',
    complexity: 1,
    resolve: async (request, _args, ctx) =>
      statusAt(request, ctx.clock.now()) === 'PENDING' ? await loaderOf(ctx).load(request) : null,
  }),
);

// Not cached: the first of two mutations in one operation may change the count for the second.
function loaderOf(ctx: Context): DataLoader<ApprovalRequest, number> {
  const known = loaders.get(ctx);
  if (known) return known;
  const count = async (requests: readonly ApprovalRequest[]) => await countEach(ctx, requests);
  const loader = new DataLoader(count, { cache: false });
  loaders.set(ctx, loader);
  return loader;
}

interface Counts {
  id: string;
  independent: string;
  all: string;
}

/** Runs one query per kind, for any number of requests. */
async function countEach({ knex, clock }: Context, requests: readonly ApprovalRequest[]): Promise<number[]> {
  const counts = new Map<string, number>();
  for (const [kind, group] of Map.groupBy(requests, (request) => request.kind)) {
    const row = kindOf(kind);
    const decisions = knex('approval_decision')
      .whereRaw('approval_decision.request_id = approval_request.id')
      .whereRaw('approval_decision.person_id = member.person_id');
    const undecided = (approvers: Knex.QueryBuilder) =>
      approvers.whereNotExists(decisions).whereExists(approvable(knex, clock.now())).count();
    const ids = group.map(({ id }) => id);
    const rows: Counts[] = await knex('approval_request')
      .whereIn('id', ids)
      .select(
        'id',
        undecided(independentEach(knex, row)).as('independent'),
        undecided(couldDecideEach(knex, row)).as('all'),
      );
    // The same rule as in `whoMayNow`.
    for (const { id, independent, all } of rows) counts.set(id, Number(independent) || Number(all));
  }
  return requests.map(({ id }) => counts.get(id) ?? 0);
}
