import { describe, expect, it } from 'vitest';
import { Event } from '../../../../db/models/event.ts';
import { AuditHead } from '../../../../db/models/audit.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { applicationWithKey, cast, type Cast } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;
const batchSize = 10;

describe('the events of a workspace', () => {
  it('have positions without gaps and in commit order, even if many are written at the same time', async () => {
    const everyone = [await cast(t), await cast(t)];
    const before = await Promise.all(
      everyone.map(async ({ workspaceId }) => (await eventsOf(t, workspaceId)).length),
    );
    const batches = Math.ceil(count(5000) / batchSize);
    const writing = { isDone: false };

    const looking = everyone.map(async ({ workspaceId }) => await gapsSeen(workspaceId, writing));
    for (let batch = 0; batch < batches; batch += 1)
      await Promise.all(
        everyone.flatMap((people) =>
          Array.from({ length: batchSize }, async (_, i) => await mutate(people, i)),
        ),
      );
    writing.isDone = true;

    expect(await Promise.all(looking)).toEqual([[], []]);
    for (const [i, { workspaceId }] of everyone.entries()) {
      const events = await eventsOf(t, workspaceId);
      // One of five commands is refused, and takes no position.
      expect(events).toHaveLength((before[i] ?? 0) + batches * batchSize * 0.8);
      expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
      const head = await AuditHead.query(knex).findById(workspaceId);
      expect(head?.eventPosition).toBe(events.length);
    }
  });

  it('match the audit entries one for one, in the same order', async () => {
    const everyone = await cast(t);
    await Promise.all(Array.from({ length: 10 }, async (_, i) => await mutate(everyone, i)));

    const events = await eventsOf(t, everyone.workspaceId);
    const entries = await entriesOf(t, everyone.workspaceId);

    const told = entries.filter(({ outcome }) => outcome === 'SUCCESS');
    expect(events.map(({ type, resource }) => [type, resource.id])).toEqual(
      told.map(({ action, targets }) => [action, targets[0]?.id]),
    );
  });

  it('contain the state after the change and its version, and only the fields of the catalog', async () => {
    const everyone = await cast(t);
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    const path = `/api/console/applications/${applicationId}/keys/${keyId}/rotate`;
    const rotated = await t.rest('POST', path, { as: everyone.owner });

    const [event] = (await eventsOf(t, everyone.workspaceId)).slice(-1);

    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      workspaceId: everyone.workspaceId,
      type: 'api_key.rotated',
      resource: { type: 'api_key', id: keyId, version: 2 },
      actor: { kind: 'MEMBER', id: everyone.owner.memberId, personId: everyone.owner.personId },
    });
    expect(event?.data).toEqual({
      applicationId,
      environment: 'SANDBOX',
      name: 'ci',
      scopes: ['read', 'write'],
      prefix: rotated.body.prefix,
      lastFour: rotated.body.lastFour,
      expiresOn: null,
      status: 'ACTIVE',
      version: 2,
    });
    const told = JSON.stringify(await eventsOf(t, everyone.workspaceId));
    for (const part of [secret, rotated.body.secret].map((text: string) => text.split('_')[3] ?? ''))
      for (let at = 0; at + 12 <= part.length; at += 1) expect(told).not.toContain(part.slice(at, at + 12));
  });

  it('include no personal action: a sign-in emits none', async () => {
    const { owner, workspaceId } = await cast(t);
    const before = await eventsOf(t, workspaceId);

    await t.rest('POST', '/api/auth/sign-in', { body: { email: owner.email, password: owner.password } });

    expect(await eventsOf(t, workspaceId)).toEqual(before);
  });
});

async function mutate({ owner }: Cast, i: number): Promise<void> {
  const isRefused = i % 5 === 0;
  const [method, path, body] = isRefused
    ? (['POST', '/api/console/applications/app_nothing/suspend', {}] as const)
    : (['POST', '/api/console/applications', { name: `Application ${i}` }] as const);
  const { status } = await t.rest(method, path, { as: owner, body });
  expect(status).toBe(isRefused ? 404 : 201);
}

/** Reads until the writing is done, and returns each read in which a position is missing. */
async function gapsSeen(workspaceId: string, writing: { isDone: boolean }): Promise<unknown[]> {
  const gaps: unknown[] = [];
  do {
    const seen = await Event.query(knex)
      .where({ workspaceId })
      .select(Event.raw('count(*) as total, max(position) as last'))
      .first()
      .castTo<{ total: number; last: number }>();
    if (seen.total !== seen.last) gaps.push(seen);
  } while (!writing.isDone);
  return gaps;
}
