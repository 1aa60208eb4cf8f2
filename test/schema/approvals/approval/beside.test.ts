import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Member } from '../../../../db/models/member.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { count } from '../../../support/count.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { applicationWithKey, cast, type Cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
// The embedded database has one connection, so its transactions run in sequence: there, the tests check that
// the commands agree. Only PostgreSQL makes them race.
const races = Math.max(6, count(300));

type Command<T> = () => Promise<T>;

/** Runs the second command a few turns of the event loop after the first; `turns` varies their number. */
async function beside<A, B>(turns: number, first: Command<A>, second: Command<B>): Promise<[A, B]> {
  const later = async () => {
    // Spreads a few races over all numbers of turns.
    for (let i = 0; i < (turns * 5) % 12; i += 1) await setImmediate();
    return await second();
  };
  return await Promise.all([first(), later()]);
}

/** Returns the position of the first event of the type, or Infinity if there is none. */
async function placeOf(workspaceId: string, type: string): Promise<number> {
  const events = await eventsOf(t, workspaceId);
  return events.find((event) => event.type === type)?.position ?? Infinity;
}

const send = async (place: Cast, method: 'PATCH' | 'POST', path: string, body?: object): Promise<Answer> =>
  await t.rest(method, `/api/console/${path}`, { as: place.owner, workspace: place.workspaceId, body });

/** Commands that change the subject of a deletion, with their preparation. */
// oxfmt-ignore
const changes: [name: string, prepare: (place: Cast) => Promise<Command<Answer>>][] = [
  ['it is renamed',             async (place) => async () => await send(place, 'PATCH', 'workspace', { name: 'Engines' })],
  ['an application is created', async (place) => async () => await send(place, 'POST', 'applications', { name: 'Shop' })],
  ['a project is created',      async (place) => async () => await send(place, 'POST', 'projects', { name: 'Shop' })],
  ['an application comes back', async (place) => {
                                  const path = `applications/${(await applicationWithKey(t, place)).applicationId}`;
                                  const { owner: as, workspaceId: workspace } = place;
                                  await t.rest('DELETE', `/api/console/${path}`, { as, workspace });
                                  return async () => await send(place, 'POST', `${path}/restore`);
                                }],
  ['an application goes live',  async (place) => {
                                  const { ask } = approvalsOf(t, place);
                                  const { approvalRequestId, subjectDigest } = await ask(await place.as('DEVELOPER'));
                                  return async () => await send(place, 'POST', `approvals/${approvalRequestId}/approve`, { subjectDigest });
                                }],
];

describe('spec §5.10: a change concurrent with an approval comes before it, and is checked, or after it', () => {
  it('so an approver who is suspended concurrently is refused, or is suspended after the decision', async () => {
    const people = await cast(t);
    const [admin, developer] = [await people.as('ADMIN'), await people.as('DEVELOPER')];
    const approvals = approvalsOf(t, people);
    const asked = await approvals.ask(developer);
    const { knex } = t.ports.database;
    const suspending = await knex.transaction();
    await Member.change(suspending, admin.memberId, t.clock.now(), { status: 'SUSPENDED' });

    const deciding = approvals.approve(asked, admin);
    const waiting = async () => {
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await knex.raw(blocked)).rows.length).toBeGreaterThan(0);
      return 'waits for the suspension';
    };
    const first = await Promise.race([deciding.then(() => 'decides'), waiting()]);
    await suspending.commit();

    expect(first).toBe('waits for the suspension');
    expect((await deciding).code).toBe('workspace_access_denied');
  });

  it('so no request is approved once its requester has been removed', async () => {
    for (let race = 0; race < races; race += 1) {
      const people = await cast(t);
      const { owner, workspaceId } = people;
      const [keeper, admin] = [await people.another('ADMIN'), await people.another('ADMIN')];
      const requester = race % 2 === 0 ? keeper : await automationOf(t, people, { by: keeper });
      const { ask, approve } = approvalsOf(t, people);
      const asked = await ask(requester);
      const path = `/api/console/members/${keeper.memberId}`;

      const [, { code }] = await beside(
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

  it.each(changes)(
    'so no workspace is deleted with an unseen change (%s), and the change is refused after the approval',
    async (_name, prepare) => {
      for (let race = 0; race < races; race += 1) {
        const place = await cast(t);
        const [asking, admin] = [await place.another('ADMIN'), await place.as('ADMIN')];
        const change = await prepare(place);
        const deletion = deletionOf(t, place);
        const { body: asked } = await deletion.request(asking);
        const approve = async () => await deletion.approve(asked, admin);

        const [changed, approved] =
          race % 2 === 0
            ? await beside(race / 2, change, approve)
            : (await beside((race - 1) / 2, approve, change)).toReversed();

        const outcomes = [approved, changed].map((answer) => answer?.body.code ?? 'done');
        expect([
          ['done', 'workspace_access_denied'],
          ['subject_changed', 'done'],
        ]).toContainEqual(outcomes);
      }
    },
  );
});
