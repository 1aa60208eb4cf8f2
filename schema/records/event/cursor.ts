import type { Event } from '../../../db/models/event.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../../kernel/page.ts';

/** Lists events by their position, which is the cursor everywhere. */
export const byPosition = {
  column: 'position',
  cursor: ({ position }: Event) => String(position),
  form: /^(0|[1-9]\d{0,14})$/,
};

export function cursorOf(event: Event): string {
  return encodeCursor(byPosition.cursor(event));
}

/** Returns the cursor after the latest event. */
export async function presentCursor(ctx: Context): Promise<string> {
  const { last } = await keptBy(ctx);
  return encodeCursor(String(last));
}

/**
 * Returns the position after which a reader continues: the cursor's, or the current one without a cursor.
 * Throws `invalid_cursor` if events after it were deleted, or if it is beyond the end of the log.
 */
export async function positionAfter(ctx: Context, cursor: string | null | undefined): Promise<number> {
  const kept = await keptBy(ctx);
  return typeof cursor === 'string' ? goingOn(cursor, kept) : kept.last;
}

/** Throws `invalid_cursor` if a cursor is beyond the end of the log, or if `after` would leave a gap. */
export async function assertCursors(ctx: Context, { after, before }: Cursors): Promise<void> {
  if (typeof after !== 'string' && typeof before !== 'string') return;
  const kept = await keptBy(ctx);
  if (typeof after === 'string') goingOn(after, kept);
  if (typeof before === 'string') givenOut(before, kept);
}

interface Cursors {
  after?: string | null | undefined;
  before?: string | null | undefined;
}

interface Kept {
  first: number;
  last: number;
}

function goingOn(cursor: string, kept: Kept): number {
  const position = givenOut(cursor, kept);
  if (position >= kept.first - 1) return position;
  throw refuse(
    'invalid_cursor',
    'The server no longer stores all events after this cursor. Read `eventCursor`, then the current state, and ' +
      'continue from there.',
  );
}

// Reading on from a cursor beyond the end would skip events.
function givenOut(cursor: string, { last }: Kept): number {
  const position = Number(decodeCursor(cursor, byPosition.form));
  if (position > last) throw invalidCursor();
  return position;
}

// If no event is stored, only the cursor of the last event continues without a gap.
async function keptBy(ctx: Context): Promise<Kept> {
  const { rows } = await ctx.knex.raw(
    `select event_position as last, (select min(position) from event where workspace_id = chain) as first
     from audit_head where chain = ?`,
    [ctx.workspaceId],
  );
  const { first = null, last = 0 } = (rows as { first: number | null; last: number }[])[0] ?? {};
  return { first: first ?? last + 1, last };
}
