import { ApiKey } from '../../../db/models/api-key.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import {
  readSeries,
  seriesCost,
  seriesType,
  spanArgs,
  startField,
  type Series,
} from '../../kernel/series.ts';
import { notFound } from '../../values/errors.ts';
import { countDays, startOf, type Span, type Wanted } from '../../values/span.ts';
import { daysAfter } from '../../values/time.ts';
import { findApplication } from '../application/find.ts';

interface Point {
  start: Date;
  calls: number;
}

const PointType = builder.objectRef<Point>('ApiKeyCallsPoint').implement({
  fields: (t) => ({
    start: t.expose('start', startField),
    calls: t.exposeInt('calls', { description: 'The calls that the server admitted.' }),
  }),
});

const ApiKeyCallsType = seriesType('ApiKeyCalls', PointType, {
  description: 'How often keys called, by the hour or day. A call counts in the hour in which it began.',
  storage: `The server stores the calls of ${countDays} days. Earlier points may be too low.`,
});

interface Of {
  applicationId: string;
  apiKeyId?: string | null | undefined;
}

builder.queryField('apiKeyCalls', (t) =>
  t.field({
    type: ApiKeyCallsType,
    nullable: true,
    description:
      'The calls of one key, or of all keys of an application, including ended ones. Each instance writes its calls ' +
      'every second. Needs `api_keys:read`.',
    args: {
      applicationId: t.arg.id({ required: true }),
      apiKeyId: t.arg.id({ description: 'One key of the application. By default, all its keys.' }),
      ...spanArgs,
    },
    authScopes: { can: 'api_keys:read' },
    complexity: seriesCost,
    resolve: async (_root, { applicationId, apiKeyId, ...args }, ctx) =>
      await callsOf(ctx, { applicationId, apiKeyId }, args),
  }),
);

async function callsOf(ctx: Context, of: Of, args: Wanted) {
  const keyIds = await keysOf(ctx, of);
  return await readSeries<Point>(ctx, {
    args,
    sql: statement,
    bindings: { keyIds },
    empty: { calls: 0 },
    storedSince: daysAfter(ctx.clock.now(), -countDays),
    complete: (written, span) => withPending(ctx, { keyIds, written, span }),
  });
}

async function keysOf(ctx: Context, { applicationId, apiKeyId }: Of): Promise<string[]> {
  const keys = ApiKey.inWorkspace(ctx).where({ applicationId }).select('id');
  if (apiKeyId) {
    const key = await keys.findById(apiKeyId);
    if (!key) throw notFound(ctx, 'API key');
    return [key.id];
  }
  await findApplication(ctx, applicationId);
  return (await keys).map(({ id }) => id);
}

// The calls of this process in the last second.
function withPending(
  { keyUse }: Context,
  { keyIds, written, span }: { keyIds: string[]; written: Point[]; span: Span },
): Series<Point>['points'] {
  const pending = keyUse.pendingCalls(new Set(keyIds));
  const sums = new Map(written.map(({ start, calls }) => [start.getTime(), calls]));
  for (const { hour, calls } of pending) {
    const start = startOf(hour, span.bucket).getTime();
    sums.set(start, (sums.get(start) ?? 0) + calls);
  }
  return [...sums].map(([start, calls]) => ({ start: new Date(start), calls }));
}

// GraphQL has no larger Int.
const statement = `
  select date_trunc(:unit, hour, 'UTC') as start, least(sum(calls), 2147483647)::integer as calls
  from api_key_calls
  where key_id = any (:keyIds) and hour >= :from and hour < :to
  group by 1`;
