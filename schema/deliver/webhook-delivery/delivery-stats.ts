import { builder } from '../../kernel/builder.ts';
import { readSeries, seriesCost, seriesType, spanArgs, startField } from '../../kernel/series.ts';
import { daysAfter } from '../../values/time.ts';
import { findEndpoint } from '../webhook-endpoint/find.ts';

interface Point {
  start: Date;
  succeeded: number;
  failed: number;
  p50Ms: number | null;
  p95Ms: number | null;
}

const PointType = builder.objectRef<Point>('DeliveryStatsPoint').implement({
  fields: (t) => ({
    start: t.expose('start', startField),
    succeeded: t.exposeInt('succeeded', { description: 'Attempts that the receiver acknowledged.' }),
    failed: t.exposeInt('failed', { description: 'Attempts with any other outcome.' }),
    p50Ms: t.exposeInt('p50Ms', {
      nullable: true,
      description: 'The median response time of answered attempts, in milliseconds. Null if there are none.',
    }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true, description: 'The 95th percentile of the same.' }),
  }),
});

const DeliveryStatsType = seriesType('DeliveryStats', PointType, {
  description:
    'The finished attempts to deliver to an endpoint, by the hour or day. An attempt counts in the hour in which it began.',
  storage:
    'The server deletes attempts with their event, after `EVENT_RETENTION_DAYS`. Earlier points may be too low. Later ' +
    'ones lack attempts for events from before this time.',
});

builder.queryField('deliveryStats', (t) =>
  t.field({
    type: DeliveryStatsType,
    nullable: true,
    description:
      'How the attempts of an endpoint succeeded, and how long they took. It counts retries, replays and samples. ' +
      'Needs `webhook_deliveries:read`.',
    args: { endpointId: t.arg.id({ required: true }), ...spanArgs },
    authScopes: { can: 'webhook_deliveries:read' },
    complexity: seriesCost,
    resolve: async (_root, { endpointId, ...args }, ctx) => {
      const { id } = await findEndpoint(ctx, endpointId);
      return await readSeries<Point>(ctx, {
        args,
        sql: statement,
        bindings: { id },
        empty: { succeeded: 0, failed: 0, p50Ms: null, p95Ms: null },
        storedSince: daysAfter(ctx.clock.now(), -ctx.settings.eventRetentionDays),
      });
    },
  }),
);

// No attempt begins after its delivery has ended, so this omits the deliveries that ended before the span.
const statement = `
  with deliveries as (
    select id from webhook_delivery where endpoint_id = :id and ended_at is null
    union all
    select id from webhook_delivery where endpoint_id = :id and ended_at >= :from
  )
  select date_trunc(:unit, begun_at, 'UTC') as start,
    (count(*) filter (where outcome = 'SUCCEEDED'))::integer as succeeded,
    (count(*) filter (where outcome <> 'SUCCEEDED'))::integer as failed,
    percentile_disc(0.5) within group (order by duration_ms) filter (where status_code is not null) as "p50Ms",
    percentile_disc(0.95) within group (order by duration_ms) filter (where status_code is not null) as "p95Ms"
  from deliveries join webhook_attempt on delivery_id = deliveries.id
  where begun_at >= :from and begun_at < :to
  group by 1`;
