import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { approvalsOf } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { automationOf } from '../../support/automations.ts';
import { count } from '../../support/count.ts';
import { cast } from '../../support/people.ts';
import { eventsOf } from '../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const races = count(1000);

/** Runs the second a few turns of the loop after the first, another number of them each time. */
async function beside<T>(turns: number, first: () => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const later = async () => {
    for (let i = 0; i < turns % 12; i += 1) await setImmediate();
    return await second();
  };
  return (await Promise.all([first(), later()]))[1];
}

/** Where in the log the first event of the type stands, or after everything. */
async function placeOf(workspaceId: string, type: string): Promise<number> {
  const events = await eventsOf(t, workspaceId);
  return events.find((event) => event.type === type)?.position ?? Infinity;
}

describe('spec §5.10: what happens beside an approval comes before it, and is judged, or after it', () => {
  it('so nothing is approved that was asked for by who has been removed', { timeout: 600_000 }, async () => {
    for (let race = 0; race < races; race += 1) {
      const people = await cast(t);
      const { owner, workspaceId } = people;
      const [keeper, admin] = [await people.another('ADMIN'), await people.another('ADMIN')];
      const asker = race % 2 === 0 ? keeper : await automationOf(t, people, { by: keeper });
      const { ask, approve } = approvalsOf(t, people);
      const asked = await ask(asker);
      const path = `/api/console/members/${keeper.memberId}`;

      const { code } = await beside(
        race,
        async () => await t.rest('DELETE', path, { as: owner, workspace: workspaceId }),
        async () => await approve(asked, admin),
      );

      const approved = await placeOf(workspaceId, 'approval.approved');
      const removed = await placeOf(workspaceId, 'member.removed');
      expect(approved < Infinity).toBe(code === undefined);
      expect(approved === Infinity || approved < removed).toBe(true);
    }
  });
});
