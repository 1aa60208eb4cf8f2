import { builder } from '../../kernel/builder.ts';
import { readSeries, seriesCost, seriesType, spanArgs, startField } from '../../kernel/series.ts';
import { countDays } from '../../values/span.ts';
import { daysAfter } from '../../values/time.ts';
import { findConnection } from './find.ts';

interface Point {
  start: Date;
  calls: number;
  failed: number;
}

const PointType = builder.objectRef<Point>('GatewayCallsPoint').implement({
  fields: (t) => ({
    start: t.expose('start', startField),
    calls: t.exposeInt('calls', {
      description: 'The reads and writes of members and agents. The server’s own tests do not count.',
    }),
    failed: t.exposeInt('failed', {
      description: 'Those that ended with `provider_error`, `provider_timeout` or `provider_unavailable`.',
    }),
  }),
});

const GatewayCallsType = seriesType('GatewayCalls', PointType, {
  description:
    'How often a connection was called, by the hour or day. A call counts in the hour in which it ended. A call ' +
    'that the server refused before it turned to the provider does not count.',
  storage: `The server stores the calls of ${countDays} days. Earlier points may be too low.`,
});

builder.queryField('gatewayCalls', (t) =>
  t.field({
    type: GatewayCallsType,
    nullable: true,
    description:
      'The calls through a connection, even if it is disconnected. Each instance writes its calls every second; a ' +
      'killed process loses those of its last second. Needs `connections:read`.',
    args: { connectionId: t.arg.id({ required: true }), ...spanArgs },
    authScopes: { can: 'connections:read' },
    complexity: seriesCost,
    resolve: async (_root, { connectionId, ...args }, ctx) => {
      const { id } = await findConnection(ctx, connectionId);
      return await readSeries<Point>(ctx, {
        args,
        sql: statement,
        bindings: { id },
        empty: { calls: 0, failed: 0 },
        storedSince: daysAfter(ctx.clock.now(), -countDays),
      });
    },
  }),
);

// GraphQL has no larger Int.
const statement = `
  select date_trunc(:unit, hour, 'UTC') as start,
    least(sum(calls), 2147483647)::integer as calls, least(sum(failed), 2147483647)::integer as failed
  from connection_calls
  where connection_id = :id and hour >= :from and hour < :to
  group by 1`;
