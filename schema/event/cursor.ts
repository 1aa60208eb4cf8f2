import type { Event } from '../../db/models/event.ts';
import type { Context } from '../context.ts';
import { refuse } from '../errors.ts';
import { decodeCursor, encodeCursor } from '../page.ts';

/** Events are listed by their position, which is the cursor everywhere. */
export const byPosition = {
  column: 'position',
  cursor: ({ position }: Event) => String(position),
  form: /^(0|[1-9]\d{0,14})$/,
};

export function cursorOf(event: Event): string {
  return encodeCursor(byPosition.cursor(event));
}

/** The cursor of whoever has read everything until now. */
export async function presentCursor(ctx: Context): Promise<string> {
  const { last } = await keptBy(ctx);
  return encodeCursor(String(last));
}

/**
 * The position after which a reader goes on: the cursor's, or without one the present. Throws `invalid_cursor` where
 * events after it are not kept any more, and where the log has not come so far.
 */
export async function positionAfter(ctx: Context, cursor: string | null | undefined): Promise<number> {
  const { first, last } = await keptBy(ctx);
  if (!cursor) return last;
  const position = Number(decodeCursor(cursor, byPosition.form));
  if (position > last)
    throw refuse('invalid_cursor', 'The cursor is not one that this list gave out. Start again without it.');
  if (position < first - 1)
    throw refuse(
      'invalid_cursor',
      'Events after this cursor are not kept any more, so something would be missing. Ask for `eventCursor`, read ' +
        'the present state, and go on from there.',
    );
  return position;
}

/** Throws `invalid_cursor` where nobody can read on from the cursor without a gap. */
export async function demandKept(ctx: Context, cursor: string): Promise<void> {
  await positionAfter(ctx, cursor);
}

// Nothing is kept: whoever has read up to the last event still misses nothing.
async function keptBy(ctx: Context): Promise<{ first: number; last: number }> {
  const { rows } = await ctx.knex.raw(
    `select event_position as last, (select min(position) from event where workspace_id = chain) as first
     from audit_head where chain = ?`,
    [ctx.workspaceId],
  );
  const { first = null, last = 0 } = (rows as { first: number | null; last: number }[])[0] ?? {};
  return { first: first ?? last + 1, last };
}
