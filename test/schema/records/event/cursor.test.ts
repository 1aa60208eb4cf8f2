import { describe, expect, it } from 'vitest';
import { Event } from '../../../../db/models/event.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { assertCursors, positionAfter, presentCursor } from '../../../../schema/records/event/cursor.ts';
import { encodeCursor } from '../../../../schema/kernel/page.ts';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const place = await cast(t);
await applicationWithKey(t, place);
const { workspaceId } = place;
const ctx = createSystemContext(t.ports, 'test', workspaceId);
const last = (await eventsOf(t, workspaceId)).length;
const at = (position: number) => encodeCursor(String(position));

describe('a cursor of events', () => {
  it('of the present is the last position, where a reader without a cursor starts', async () => {
    expect(await presentCursor(ctx)).toBe(at(last));
    expect([await positionAfter(ctx, null), await positionAfter(ctx, at(last))]).toEqual([last, last]);
  });

  it('is refused from the first position beyond the log on', async () => {
    await expect(positionAfter(ctx, at(last + 1))).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(assertCursors(ctx, { before: at(last + 1) })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
    await assertCursors(ctx, { after: at(last), before: at(last) });
  });

  it('is refused if an event after it is deleted, and accepted otherwise', async () => {
    await Event.query(t.ports.database.knex).where({ workspaceId }).where('position', '<=', 3).delete();

    await expect(positionAfter(ctx, at(2))).rejects.toMatchObject({
      code: 'invalid_cursor',
      message: expect.stringContaining('no longer stores all events'),
    });
    expect(await positionAfter(ctx, at(3))).toBe(3);
    expect(await positionAfter(ctx, at(4))).toBe(4);
  });

  it('in an empty log is valid at the last position, and at none before it', async () => {
    await Event.query(t.ports.database.knex).where({ workspaceId }).delete();

    expect(await positionAfter(ctx, at(last))).toBe(last);
    await expect(positionAfter(ctx, at(last - 1))).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
