import type { QueryBuilder } from 'objection';
import { Event } from '../../../db/models/event.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { pageCost, pageOf, totalCount } from '../../kernel/page.ts';
import { byPosition, assertCursors, presentCursor } from './cursor.ts';
import { splitPatterns } from './patterns.ts';
import { EventType } from './type.ts';

builder.queryField('events', (t) =>
  t.connection(
    {
      type: EventType,
      nullable: true,
      description:
        'The events of the workspace, oldest first and in commit order. A client that continues from the last ' +
        'cursor misses nothing. `invalid_cursor` if the server no longer stores the events after it. Needs ' +
        '`events:read`.',
      args: {
        types: t.arg.stringList({
          validate: formats.eventPatterns,
          description: 'Only events of these types; `approval.*` matches all that begin with `approval.`.',
        }),
      },
      authScopes: { can: 'events:read' },
      complexity: pageCost,
      resolve: async (_root, { types, ...args }, ctx) => {
        const query = Event.inWorkspace(ctx);
        if (types) ofTypes(query, types);
        await assertCursors(ctx, args);
        return await pageOf(query, args, byPosition);
      },
    },
    { fields: (f) => ({ totalCount: f.int(totalCount) }) },
  ),
);

// In LIKE, an underscore is a wildcard; a dot is not.
function ofTypes(query: QueryBuilder<Event>, patterns: readonly string[]): void {
  const { types, beginnings } = splitPatterns(patterns);
  const likes = beginnings.map((beginning) => `${beginning.replaceAll('_', String.raw`\_`)}%`);
  query.whereRaw('(type = any (?) or type like any (?))', [types, likes]);
}

builder.queryField('event', (t) =>
  t.field({
    type: EventType,
    nullable: true,
    description: 'One event. Needs `events:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'events:read' },
    resolve: async (_root, { id }, ctx) => {
      const event = await Event.inWorkspace(ctx).findById(id);
      if (!event) throw notFound(ctx, 'event');
      return event;
    },
  }),
);

builder.queryField('eventCursor', (t) =>
  t.string({
    nullable: true,
    description:
      'The current position in the workspace’s events. Read it first, then the current state. Then subscribe with ' +
      'it as `after`, so that you miss nothing. Needs `workspace:read`.',
    authScopes: { can: 'workspace:read' },
    resolve: async (_root, _args, ctx) => await presentCursor(ctx),
  }),
);
