import { builder } from '../../kernel/builder.ts';
import { readSeries, seriesCost, seriesType, spanArgs, startField } from '../../kernel/series.ts';

interface Point {
  start: Date;
  requested: number;
  executed: number;
  rejected: number;
  failed: number;
  outcomeUnknown: number;
  lapsed: number;
}

const PointType = builder.objectRef<Point>('ToolCallStatsPoint').implement({
  fields: (t) => ({
    start: t.expose('start', startField),
    requested: t.exposeInt('requested', { description: 'Calls that agents requested in the bucket.' }),
    executed: t.exposeInt('executed', { description: 'Calls whose execution succeeded in the bucket.' }),
    rejected: t.exposeInt('rejected', { description: 'Calls that a person rejected in the bucket.' }),
    failed: t.exposeInt('failed', { description: 'Approved calls whose execution failed in the bucket.' }),
    outcomeUnknown: t.exposeInt('outcomeUnknown', {
      description: 'Approved calls that may have been executed.',
    }),
    lapsed: t.exposeInt('lapsed', { description: 'Calls that expired, were canceled or were superseded.' }),
  }),
});

const ToolCallStatsType = seriesType('ToolCallStats', PointType, {
  description:
    'The tool calls of a workspace, by the hour or day. A call counts once when it is requested, and once when it ends.',
  storage: 'Null, since the server stores all tool calls.',
});

builder.queryField('toolCallStats', (t) =>
  t.field({
    type: ToolCallStatsType,
    nullable: true,
    description: 'How many tool calls agents requested, and how they ended. Needs `tool_calls:read`.',
    args: spanArgs,
    authScopes: { can: 'tool_calls:read' },
    complexity: seriesCost,
    resolve: async (_root, args, ctx) =>
      await readSeries<Point>(ctx, {
        args,
        sql: statement,
        bindings: { workspaceId: ctx.workspaceId },
        empty: { requested: 0, executed: 0, rejected: 0, failed: 0, outcomeUnknown: 0, lapsed: 0 },
      }),
  }),
);

// The status of a tool call is that of its approval request, which is made in the same transaction.
const statement = `
  with changes as (
    select created_at as at, 'REQUESTED' as status from approval_request
    where workspace_id = :workspaceId and created_at >= :from and created_at < :to and kind = 'MCP_TOOL_CALL'
    union all
    select ended_at, status from approval_request
    where workspace_id = :workspaceId and ended_at >= :from and ended_at < :to and kind = 'MCP_TOOL_CALL'
  )
  select date_trunc(:unit, at, 'UTC') as start,
    (count(*) filter (where status = 'REQUESTED'))::integer as requested,
    (count(*) filter (where status = 'EXECUTED'))::integer as executed,
    (count(*) filter (where status = 'REJECTED'))::integer as rejected,
    (count(*) filter (where status = 'FAILED'))::integer as failed,
    (count(*) filter (where status = 'OUTCOME_UNKNOWN'))::integer as "outcomeUnknown",
    (count(*) filter (where status in ('EXPIRED', 'CANCELLED', 'SUPERSEDED')))::integer as lapsed
  from changes group by 1`;
