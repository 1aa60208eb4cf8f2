import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { roles } from '../../../db/models/member.ts';
import { holds } from '../../../schema/kernel/access/permissions.ts';
import { schema } from '../../../schema/index.ts';
import { forgetEvents } from '../../../server/jobs/forget.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { TestClock } from '../../support/clock.ts';
import { count } from '../../support/count.ts';
import { liveTo, type Told } from '../../support/live.ts';
import { partsOf } from '../../support/parts.ts';
import { cast } from '../../support/people.ts';
import { random } from '../../support/seed.ts';
import { eventsOf } from '../../support/trail.ts';

const t = await testApp({ EVENT_RETENTION_DAYS: '30', GRAPHQL_MAX_BREADTH: '60' });
const beside = await anotherInstance(t);
await t.app.listen({ port: 0, host: 'localhost' });
await beside.app.listen({ port: 0, host: 'localhost' });
const here = liveTo(t);
const there = liveTo(beside);

const everything =
  'subscription ($after: String) { eventOccurred(after: $after) { cursor event { type position } } }';
const approvals = `subscription ($after: String, $id: ID) {
  approvalRequestChanged(after: $after, approvalRequestId: $id) { cursor type approvalRequest { id status } } }`;
const access = `subscription ($after: String, $applicationId: ID) {
  productionAccessChanged(after: $after, applicationId: $applicationId) { type productionAccess { applicationId status } } }`;

const occurredOf = ({ messages }: Told) =>
  messages.map(({ data }) => data?.['eventOccurred'] as { cursor: string; event: { position: number } });
const positionsOf = (told: Told) => occurredOf(told).map(({ event }) => event.position);
const cursorOf = (told: Told) => occurredOf(told).at(-1)?.cursor ?? '';

let renamed = 0;

async function rename(
  people: Awaited<ReturnType<typeof cast>>,
  name = `Renamed ${(renamed += 1)}`,
  on = t,
): Promise<void> {
  const answer = await on.rest('PATCH', '/api/console/workspace', {
    as: people.owner,
    workspace: people.workspaceId,
    body: { name },
  });
  expect(answer.status).toBe(200);
}

async function eventCursor(people: Awaited<ReturnType<typeof cast>>): Promise<string> {
  const answer = await t.graphql('{ eventCursor }', {}, { as: people.owner, workspace: people.workspaceId });
  return answer.body.data.eventCursor;
}

/** Ticks the feeds of both instances again and again, each time after the last ticks have ended. */
function looksAgain() {
  const end = new AbortController();
  const looking = (async () => {
    while (!end.signal.aborted) {
      await Promise.all([t.ports.feed.tick(), beside.ports.feed.tick()]);
      await wait(5);
    }
  })();
  return {
    ended: async () => {
      end.abort();
      await looking;
    },
  };
}

describe('a subscription', () => {
  it('shows an approval request on an open dashboard when it is created and decided', async () => {
    const people = await cast(t);
    const developer = await people.as('DEVELOPER');
    const admin = await people.as('ADMIN');
    const { ask, approve } = approvalsOf(t, people);
    const { follow } = await here.watch(admin, people.workspaceId);
    const after = await eventCursor(people);
    const [requests, grants] = [follow(approvals, { after }), follow(access, { after })];

    const asked = await ask(developer);
    await requests.after(1);
    await approve(asked, admin);

    const [first, second] = await requests.after(2);
    const id = asked.approvalRequestId;
    expect([first?.data, second?.data]).toMatchObject([
      { approvalRequestChanged: { type: 'approval.requested', approvalRequest: { id, status: 'PENDING' } } },
      { approvalRequestChanged: { type: 'approval.approved', approvalRequest: { id, status: 'EXECUTED' } } },
    ]);
    const [, approved] = await grants.after(2);
    const { applicationId } = asked;
    expect(approved?.data).toEqual({
      productionAccessChanged: {
        type: 'application.production_access.approved',
        productionAccess: { applicationId, status: 'APPROVED' },
      },
    });
  });

  it('can be limited to one request or one application', async () => {
    const people = await cast(t);
    const developer = await people.as('DEVELOPER');
    const admin = await people.as('ADMIN');
    const { ask, reject } = approvalsOf(t, people);
    const [one, other] = [await ask(developer), await ask(developer)];
    const { follow } = await here.watch(admin, people.workspaceId);
    const after = await eventCursor(people);
    const requests = follow(approvals, { after, id: other.approvalRequestId });
    const grants = follow(access, { after, applicationId: other.applicationId });

    await reject(one, admin);
    await reject(other, admin);

    expect((await requests.after(1))[0]?.data).toMatchObject({
      approvalRequestChanged: { approvalRequest: { id: other.approvalRequestId } },
    });
    expect((await grants.after(1))[0]?.data).toMatchObject({
      productionAccessChanged: { productionAccess: { applicationId: other.applicationId } },
    });
  });

  it('sends the events of the requested types, and rejects an unknown type', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const query = `subscription ($types: [String!], $after: String) {
      eventOccurred(types: $types, after: $after) { event { type } } }`;
    const after = await eventCursor(people);
    const told = follow(query, { after, types: ['project.*', 'member.joined'] });

    await rename(people);
    await people.as('VIEWER');
    const body = { name: 'One' };
    await t.rest('POST', '/api/console/projects', { as: people.owner, workspace: people.workspaceId, body });

    const messages = await told.after(2);
    expect(messages.map(({ data }) => data?.['eventOccurred']?.['event'])).toEqual([
      { type: 'member.joined' },
      { type: 'project.created' },
    ]);
    const [refused] = await follow(query, { types: ['Project.created'] }).after(1);
    expect(refused?.errors?.[0]?.extensions).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/types/0' }],
    });
  });

  it('sends nothing of another workspace', async () => {
    const [people, strangers] = [await cast(t), await cast(t)];
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const told = follow(everything, { after: await eventCursor(people) });

    await rename(strangers);
    await rename(people);

    await told.after(1);
    const positions = (await eventsOf(t, people.workspaceId)).map(({ position }) => position);
    expect(positionsOf(told)).toEqual([positions.at(-1)]);
  });

  it('starts at the present without a cursor', async () => {
    const people = await cast(t);
    const before = (await eventsOf(t, people.workspaceId)).length;
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const told = follow(everything);

    // Only its first message proves that a subscription has begun.
    while (told.messages.length < 3) await rename(people);

    const [first = 0, ...others] = positionsOf(told);
    expect(first).toBeGreaterThan(before);
    expect(others).toEqual(others.map((_, i) => first + 1 + i));
  });

  it('continues from a cursor that was read before the present state', async () => {
    const people = await cast(t);
    const after = await eventCursor(people);
    await rename(people, 'In between');
    const { follow } = await here.watch(people.owner, people.workspaceId);

    const told = follow(everything, { after });
    await told.after(1);
    await rename(people, 'Later');
    await told.after(2);

    const [first = 0, second] = positionsOf(told);
    expect(second).toBe(first + 1);
  });

  it('continues where a page of `events` ended', async () => {
    const people = await cast(t);
    await people.as('VIEWER');
    const page = await t.graphql(
      '{ events(first: 1) { pageInfo { endCursor } } }',
      {},
      { as: people.owner, workspace: people.workspaceId },
    );
    const { follow } = await here.watch(people.owner, people.workspaceId);

    const told = follow(everything, { after: page.body.data.events.pageInfo.endCursor });
    await told.after(1);

    expect(positionsOf(told)[0]).toBe(2);
  });

  it('delivers every event once and in order to a client that reconnects to any instance', async () => {
    const people = await cast(t);
    const chance = random();
    const wanted = count(2000);
    let cursor = await eventCursor(people);
    const before = (await eventsOf(t, people.workspaceId)).length;
    const seen: number[] = [];
    const writing = (async () => {
      for (let i = 0; i < wanted; i += 1) await rename(people, `Name ${i}`, chance() < 0.5 ? t : beside);
    })();

    while (seen.length < wanted) {
      const { client, follow } = await (chance() < 0.5 ? here : there).watch(
        people.owner,
        people.workspaceId,
      );
      const told = follow(everything, { after: cursor });
      const enough = Math.min(1 + Math.floor(chance() * 40), wanted - seen.length);
      // An instance finds the commits of the other at its tick, which the job runs each second.
      const looking = looksAgain();
      await told.after(enough);
      await looking.ended();
      await client.dispose();
      seen.push(...positionsOf(told));
      cursor = cursorOf(told);
    }
    await writing;

    expect(seen).toEqual(Array.from({ length: wanted }, (_, i) => before + 1 + i));
  });

  it('rejects a cursor after which events are missing, one from beyond the log, and an invalid one', async () => {
    const people = await cast(t);
    const old = await eventCursor(people);
    await rename(people);
    const kept = await eventCursor(people);
    t.clock.advance({ minutes: 5 });
    await rename(people);
    const monthLater = new TestClock(t.clock.now().toISOString());
    monthLater.advance({ days: 30, minutes: -1 });
    await forgetEvents({ ...t.ports, clock: monthLater });
    t.clock.advance({ minutes: -5 });
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const codeOf = async (after: string) => {
      const [refused] = await follow(everything, { after }).after(1);
      return refused?.errors?.[0]?.extensions?.['code'];
    };

    expect(await codeOf(old)).toBe('invalid_cursor');
    expect(await codeOf(Buffer.from('1000').toString('base64url'))).toBe('invalid_cursor');
    expect(await codeOf('garbage')).toBe('invalid_cursor');
    const page = await t.graphql(
      'query ($after: String) { events(first: 1, after: $after) { edges { cursor } } }',
      { after: old },
      { as: people.owner, workspace: people.workspaceId },
    );
    expect(page.body.errors[0].extensions.code).toBe('invalid_cursor');
    const told = follow(everything, { after: kept });
    await told.after(1);
    expect(positionsOf(told)).toEqual(
      (await eventsOf(t, people.workspaceId)).map(({ position }) => position),
    );
  });

  it.each(roles)('needs the permission that its field names: %s', async (role) => {
    const people = await cast(t);
    const { follow } = await here.watch(await people.as(role), people.workspaceId);
    const after = await eventCursor(people);
    await approvalsOf(t, people).ask(await people.another('DEVELOPER'));
    const asked = [
      [everything, 'events:read'],
      [approvals, 'approvals:read'],
      [access, 'production_access:read'],
    ] as const;

    for (const [query, permission] of asked) {
      const [message] = await follow(query, { after }).after(1);
      expect(message?.errors?.[0]?.message).toBe(
        holds(role, permission) ? undefined : `Workspace permission is required: ${permission}`,
      );
    }
  });

  it('sends every field, and no field depends on the recipient', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const after = await eventCursor(people);
    const { ask, reject } = approvalsOf(t, people);
    await reject(await ask(await people.as('DEVELOPER')), await people.as('ADMIN'));
    // Their own files cover those of tool calls, deliveries, products and lookers.
    const elsewhere = /^(toolCall|delivery|apiProduct|productAssignment|lookers)Changed$/;
    const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {}).filter(
      ({ name }) => !elsewhere.test(name),
    );

    for (const { name, type } of fields) {
      const query = `subscription ($after: String) { ${name}(after: $after) ${partsOf(type)} }`;
      const [message] = await follow(query, { after }).after(1);
      expect(message).not.toHaveProperty('errors');
    }
    expect(fields.length).toBeGreaterThanOrEqual(3);
  });

  it('is rejected inside a fragment, over HTTP, and over server-sent events', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const hidden = 'subscription { ...E } fragment E on Subscription { eventOccurred { cursor } }';

    expect(await follow(hidden).ended).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
    for (const accept of ['application/json', 'text/event-stream']) {
      const query = 'subscription { eventOccurred { cursor } }';
      const answer = await t.graphql(query, {}, { as: people.owner, headers: { accept } });
      expect(answer.body).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('Subscribe over a websocket at /graphql'),
            extensions: { code: 'invalid_request' },
          },
        ],
      });
    }
  });

  it('is rejected immediately if it requests too much', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(people.owner, people.workspaceId);

    const [refused] = await follow(`subscription { eventOccurred { ${'cursor '.repeat(60)} } }`).after(1);

    expect(refused?.errors?.[0]).toMatchObject({
      message: expect.stringContaining('Request less in one operation.'),
      extensions: { code: 'invalid_request' },
    });
  });

  it('is executed once for a subscriber group, whatever cursors its subscribers start with', async () => {
    const people = await cast(t);
    const developer = await people.as('DEVELOPER');
    const admins = await Promise.all(Array.from({ length: 5 }, async () => await people.another('ADMIN')));
    const { ask, cancel } = approvalsOf(t, people);
    const early = await eventCursor(people);
    await rename(people);
    const readings = async (watchers: number) => {
      const late = await eventCursor(people);
      const told = await Promise.all(
        admins.slice(0, watchers).map(async (admin, i) => {
          const { follow } = await here.watch(admin, people.workspaceId);
          return follow(approvals, { after: i % 2 === 0 ? early : late });
        }),
      );
      let queries = 0;
      const counting = ({ sql }: { sql: string }) =>
        void (queries += Number(/from "approval_request"/.test(sql)));
      const asked = await ask(developer);
      await Promise.all(told.map(async (each) => await each.saw('approval.requested')));
      t.ports.database.knex.on('query', counting);
      await cancel(asked, developer);
      await Promise.all(told.map(async (each) => await each.saw('approval.cancelled')));
      t.ports.database.knex.removeListener('query', counting);
      return queries;
    };

    const [alone, together] = [await readings(1), await readings(5)];

    expect(alone).toBeGreaterThan(0);
    expect(together).toBe(alone);
  });
});
