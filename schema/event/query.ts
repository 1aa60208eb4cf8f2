import type { QueryBuilder } from 'objection';
import { AuditHead } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import { builder } from '../builder.ts';
import { memberOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import * as formats from '../formats.ts';
import { decode, invalidCursor, pageCost, pageOf } from '../page.ts';
import { EventType } from './type.ts';

const byPosition = {
  column: 'position',
  cursor: ({ position }: Event) => String(position),
  form: /^[1-9]\d{0,14}$/,
};

builder.queryField('events', (t) =>
  t.connection({
    type: EventType,
    nullable: true,
    description:
      'What has happened in the workspace, oldest first and in commit order: who reads on from the last cursor ' +
      'misses nothing. Needs `events:read`.',
    args: {
      types: t.arg.stringList({
        validate: formats.eventPatterns,
        description: 'Only events of these types; `approval.*` stands for all that begin with `approval.`.',
      }),
    },
    authScopes: { can: 'events:read' },
    complexity: pageCost,
    resolve: async (_root, { types, ...args }, ctx) => {
      await demandGivenOut(ctx, args);
      const query = Event.inWorkspace(ctx);
      if (types) ofTypes(query, types);
      return await pageOf(query, args, byPosition);
    },
  }),
);

// Behind the head nothing was given out yet: who read on from there would miss what comes before it.
async function demandGivenOut(ctx: Context, { after, before }: Cursors): Promise<void> {
  const cursors = [after, before].filter((cursor) => typeof cursor === 'string');
  if (cursors.length === 0) return;
  const head = await AuditHead.query(ctx.knex).findById(memberOf(ctx).workspaceId);
  for (const cursor of cursors)
    if (Number(decode(cursor, byPosition.form)) > (head?.eventPosition ?? 0)) throw invalidCursor();
}

interface Cursors {
  after?: string | null | undefined;
  before?: string | null | undefined;
}

// A dot is no wildcard of LIKE, an underscore is.
function ofTypes(query: QueryBuilder<Event>, patterns: readonly string[]): void {
  const beginnings = patterns.filter((it) => it.endsWith('.*')).map((it) => it.slice(0, -1));
  const likes = beginnings.map((beginning) => `${beginning.replaceAll('_', String.raw`\_`)}%`);
  query.whereRaw('(type = any (?) or type like any (?))', [patterns, likes]);
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
      if (!event) throw notFound();
      return event;
    },
  }),
);
