import { builder } from '../../kernel/builder.ts';
import { readSeries, seriesCost, seriesType, spanArgs, startField } from '../../kernel/series.ts';

interface Point {
  start: Date;
  requested: number;
  decided: number;
  medianWaitSeconds: number | null;
}

const PointType = builder.objectRef<Point>('ApprovalStatsPoint').implement({
  fields: (t) => ({
    start: t.expose('start', startField),
    requested: t.exposeInt('requested', { description: 'Requests that were made in the bucket.' }),
    decided: t.exposeInt('decided', {
      description:
        'Requests that people approved, rejected or sent back in the bucket. The last required approval counts.',
    }),
    medianWaitSeconds: t.exposeInt('medianWaitSeconds', {
      nullable: true,
      description: 'How long the median of the decided requests had waited. Null if none was decided.',
    }),
  }),
});

const ApprovalStatsType = seriesType('ApprovalStats', PointType, {
  description: 'The approval requests of a workspace, by the hour or day.',
  storage: 'Null, since the server stores all requests and decisions.',
});

builder.queryField('approvalStats', (t) =>
  t.field({
    type: ApprovalStatsType,
    nullable: true,
    description:
      'How many approval requests of any kind were made and decided, and how long they waited. Needs `approvals:read`.',
    args: spanArgs,
    authScopes: { can: 'approvals:read' },
    complexity: seriesCost,
    resolve: async (_root, args, ctx) =>
      await readSeries<Point>(ctx, {
        args,
        sql: statement,
        bindings: { workspaceId: ctx.workspaceId },
        empty: { requested: 0, decided: 0, medianWaitSeconds: null },
      }),
  }),
);

// The last decision of a request decides it, except an approval below the quorum. An approved request that was
// not executed in time has expired, too.
const statement = `
  with changes as (
    select created_at as at, null as waited from approval_request
    where workspace_id = :workspaceId and created_at >= :from and created_at < :to
    union all
    select decision.created_at, greatest(extract(epoch from decision.created_at - request.created_at), 0)
    from approval_decision decision join approval_request request on request.id = decision.request_id
    where decision.workspace_id = :workspaceId and decision.created_at >= :from and decision.created_at < :to
      and request.status <> 'PENDING'
      and (decision.verdict <> 'APPROVE' or request.status not in ('CANCELLED', 'EXPIRED', 'SUPERSEDED')
        or request.status = 'EXPIRED' and request.quorum <= (
          select count(*) from approval_decision approval
          where approval.request_id = request.id and approval.verdict = 'APPROVE'))
      and not exists (
        select from approval_decision later
        where later.request_id = request.id
          and (later.created_at, later.id) > (decision.created_at, decision.id))
  )
  select date_trunc(:unit, at, 'UTC') as start,
    (count(*) filter (where waited is null))::integer as requested,
    count(waited)::integer as decided,
    percentile_disc(0.5) within group (order by waited)::integer as "medianWaitSeconds"
  from changes group by 1`;
