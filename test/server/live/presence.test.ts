import { describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { createPresence } from '../../../server/live/presence.ts';
import { createLocalBus } from '../../../server/live/bus.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { contentsOf } from '../../support/contents.ts';
import { liveTo, type Told } from '../../support/live.ts';
import { partsOf } from '../../support/parts.ts';
import { cast, type CastMember } from '../../support/people.ts';
import { whyNoRedis } from '../../support/redis.ts';

const t = await testApp({}, { instances: 1 });
await t.app.listen({ port: 0, host: 'localhost' });
const { watch } = liveTo(t);

const looking = 'mutation ($input: LookAtInput!) { lookAt(input: $input) { approvalRequest { id } } }';

/** A request of a developer, and an owner and an administrator who may decide it. */
async function asked(on = t) {
  const people = await cast(on);
  const [developer, admin] = [await people.as('DEVELOPER'), await people.as('ADMIN')];
  const { ask } = approvalsOf(on, people);
  const { approvalRequestId } = await ask(developer);
  const lookAt = async (as: Pick<CastMember, 'token'>, id = approvalRequestId, at = on) => {
    const variables = { input: { approvalRequestId: id } };
    const { body } = await at.graphql(looking, variables, { as, workspace: people.workspaceId });
    return body.errors?.[0].extensions.code ?? 'OK';
  };
  const follow = async (as: CastMember, watching = watch, parts = '{ lookers { id } }') => {
    const query = `subscription ($id: ID!) { lookersChanged(approvalRequestId: $id) ${parts} }`;
    return (await watching(as, people.workspaceId)).follow(query, { id: approvalRequestId });
  };
  const by = { as: people.owner, workspace: people.workspaceId };
  return { people, developer, admin, lookAt, follow, by };
}

function lookersIn({ messages }: Told): string[][] {
  return messages.map(({ data }) => {
    const lookers = (data?.['lookersChanged']?.['lookers'] ?? []) as { id: string }[];
    return lookers.map(({ id }) => id);
  });
}

describe('who looks at an approval request', () => {
  it('is told to who may decide it: who looks now, then each who comes, and each only once', async () => {
    const { people, admin, lookAt, follow } = await asked();
    await lookAt(admin);

    const told = await follow(people.owner);
    await told.after(1);
    await lookAt(admin);
    await lookAt(people.owner);
    await told.after(2);

    expect(lookersIn(told)).toEqual([[admin.memberId], [admin.memberId, people.owner.memberId]]);
  });

  it('is told with every field of the members', async () => {
    const { people, admin, lookAt, follow } = await asked();
    await lookAt(admin);
    const { type } = schema.getSubscriptionType()?.getFields()['lookersChanged'] ?? {};
    if (!type) throw new Error('The subscription is gone.');

    const told = await follow(people.owner, watch, partsOf(type));

    const [message] = await told.after(1);
    expect(message).not.toHaveProperty('errors');
    expect(lookersIn(told)).toEqual([[admin.memberId]]);
  });

  it('is no longer told 20 seconds after the last look', async () => {
    const { people, admin, lookAt, follow } = await asked();
    const told = await follow(people.owner);
    await lookAt(admin);
    await told.after(2);
    t.clock.advance({ seconds: 10 });
    await lookAt(admin);
    t.clock.advance({ seconds: 19 });
    await t.ports.feed.tick();
    expect(lookersIn(told)).toEqual([[], [admin.memberId]]);

    t.clock.advance({ seconds: 1 });
    await t.ports.feed.tick();
    await told.after(3);

    expect(lookersIn(told)).toEqual([[], [admin.memberId], []]);
  });

  it('is refused to who may not decide requests, or none of this kind, for looking and for following', async () => {
    const { people, developer, lookAt, follow } = await asked();
    const approver = await people.as('APPROVER');

    for (const each of [developer, approver]) {
      expect(await lookAt(each)).toBe('permission_required');
      const told = await follow(each);
      await told.ended;
      expect(told.messages[0]?.errors).toMatchObject([{ extensions: { code: 'permission_required' } }]);
    }
  });

  it('omits a member whose access has ended, immediately', async () => {
    const { people, admin, lookAt, follow, by } = await asked();
    await lookAt(admin);
    const told = await follow(people.owner);
    await told.after(1);

    await t.rest('POST', `/api/console/members/${admin.memberId}/suspend`, by);
    await told.after(2);

    expect(lookersIn(told)).toEqual([[admin.memberId], []]);
    expect(await lookAt(admin)).toBe('workspace_access_denied');
  });

  it('names no one to a reader whose new role does not decide requests of this kind', async () => {
    const { people, admin, lookAt, follow, by } = await asked();
    const told = await follow(admin);
    await told.after(1);
    const body = { role: 'APPROVER' };
    await t.rest('PATCH', `/api/console/members/${admin.memberId}`, { ...by, body });

    await lookAt(people.owner);
    await told.after(2);

    expect(lookersIn(told)).toEqual([[], []]);
  });

  it('stores nothing, in no table', async () => {
    const { admin, lookAt } = await asked();
    const before = await contentsOf(t.ports.database);

    expect(await lookAt(admin)).toBe('OK');

    expect(await contentsOf(t.ports.database)).toEqual(before);
  });

  it('takes bounded memory: of too many looks, the oldest is forgotten', async () => {
    const presence = createPresence({ clock: new TestClock(), bus: createLocalBus() });
    const first = presence.follow('first');
    presence.look({ requestId: 'first', memberId: 'one' });
    expect((await first.next()).value).toMatchObject({ memberIds: ['one'] });

    for (let turn = 0; turn < 10_000; turn += 1) presence.look({ requestId: `${turn}`, memberId: 'one' });

    expect((await first.next()).value).toMatchObject({ memberIds: [] });
  });

  it('is told on other instances', async ({ skip }) => {
    const why = await whyNoRedis();
    if (why !== undefined) skip(why);
    const shared = await testApp({}, {});
    if (!shared.config.redisUrl) skip('This run has one instance.');
    const beside = await anotherInstance(shared);
    await beside.app.listen({ port: 0, host: 'localhost' });
    const { people, admin, lookAt, follow } = await asked(shared);
    const told = await follow(people.owner, liveTo(beside).watch);
    await told.after(1);

    await expect
      .poll(async () => [await lookAt(admin, undefined, shared), lookersIn(told).at(-1)])
      .toEqual(['OK', [admin.memberId]]);
  });
});
