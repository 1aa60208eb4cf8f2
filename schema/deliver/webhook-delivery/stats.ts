import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { WebhookEndpointType } from '../webhook-endpoint/type.ts';

/** The most deliveries to evaluate, which bounds the cost. */
const latest = 1_000;

interface Stats {
  since: Date | null;
  deliveries: number;
  waiting: number;
  succeeded: number;
  failed: number;
  attempts: number;
  oldestWaitingAt: Date | null;
  p50Ms: number | null;
  p95Ms: number | null;
}

const StatsType = builder.objectRef<Stats>('WebhookEndpointStats').implement({
  description: `Statistics of the latest ${latest} deliveries to an endpoint.`,
  fields: (t) => ({
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first of them was created. Null if there is none.',
    }),
    deliveryCount: t.exposeInt('deliveries'),
    waitingCount: t.exposeInt('waiting', {
      description: 'Not ended: pending, being sent, or retrying.',
    }),
    succeededCount: t.exposeInt('succeeded'),
    failedCount: t.exposeInt('failed', { description: 'Failed or discarded.' }),
    attemptCount: t.exposeInt('attempts'),
    oldestWaitingAt: t.expose('oldestWaitingAt', { type: 'DateTime', nullable: true }),
    p50Ms: t.exposeInt('p50Ms', {
      nullable: true,
      description: 'The median response time of answered attempts.',
    }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true, description: 'The 95th percentile of the same.' }),
  }),
});

builder.objectField(WebhookEndpointType, 'stats', (t) =>
  t.field({
    type: StatsType,
    complexity: 20,
    resolve: async (endpoint, _args, ctx) => await statsOf(ctx, endpoint),
  }),
);

async function statsOf({ knex }: Context, { id }: WebhookEndpoint): Promise<Stats> {
  const { rows } = await knex.raw(statement, [id, latest]);
  return (rows as Stats[])[0] as Stats;
}

const statement = `
  with deliveries as (
    select id, status, created_at, ended_at from webhook_delivery where endpoint_id = ? order by id desc limit ?
  ), attempts as (
    select status_code, duration_ms from webhook_attempt where delivery_id in (select id from deliveries)
  )
  select min(created_at) as since, count(*)::integer as deliveries,
    (count(*) filter (where ended_at is null))::integer as waiting,
    (count(*) filter (where status = 'SUCCEEDED'))::integer as succeeded,
    (count(*) filter (where status in ('FAILED', 'DISCARDED')))::integer as failed,
    min(created_at) filter (where ended_at is null) as "oldestWaitingAt",
    (select count(*)::integer from attempts) as attempts,
    (select percentile_disc(0.5) within group (order by duration_ms) from attempts where status_code is not null) as "p50Ms",
    (select percentile_disc(0.95) within group (order by duration_ms) from attempts where status_code is not null) as "p95Ms"
  from deliveries`;
