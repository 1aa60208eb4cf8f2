import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { announceDrained } from '../../../../schema/keys/api-key/announce-drained.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { applicationWithKey, cast, signInAgain } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600', SESSION_IDLE_HOURS: '8760' }, { instances: 1 });
const other = await anotherInstance(t);
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;

beforeEach(async () => {
  await knex('apiKey').update({ drainCheckAt: null });
  t.clock.set('2026-11-20T09:00:00.000Z');
  await signInAgain(t, owner);
});

async function key() {
  const made = await applicationWithKey(t, everyone);
  const path = `/api/console/applications/${made.applicationId}`;
  return { ...made, application: path, path: `${path}/keys/${made.keyId}` };
}

type Key = Awaited<ReturnType<typeof key>>;

const post = async (path: string, body?: object) =>
  await t.rest('POST', path, { as: owner, workspace, body });
const succeed = async ({ path }: Key, graceHours = 168, name = 'next') =>
  (await post(`${path}/successor`, { name, graceHours })).body as { id: string };
const call = async ({ secret }: Key, on = t) =>
  (await on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })).status;
const timesTold = async ({ keyId }: Key) =>
  (await eventsOf(t, workspace)).filter(
    ({ type, resource }) => type === 'api_key.drained' && resource.id === keyId,
  ).length;

/** Returns the number of drained events of a key after each of these steps. */
async function toldAfter(old: Key, ...hours: number[]): Promise<number[]> {
  const seen: number[] = [];
  for (const step of hours) {
    t.clock.advance({ hours: step });
    await announceDrained(t.ports);
    seen.push(await timesTold(old));
  }
  return seen;
}

describe('a key with a successor', () => {
  it('is reported as drained once, after 24 hours without a call, by whichever instance checks', async () => {
    const old = await key();
    t.clock.advance({ hours: 48 });
    await signInAgain(t, owner);
    await call(old);
    await t.writeKeyUse();
    await succeed(old);
    const seen: number[] = [];

    for (const hours of [0, 23.999, 0.001, 1, 30]) {
      t.clock.advance({ hours });
      await Promise.all([announceDrained(t.ports), announceDrained(other.ports)]);
      await announceDrained(t.ports);
      seen.push(await timesTold(old));
    }

    expect(seen).toEqual([0, 0, 1, 1, 1]);
    const row = await ApiKey.query(knex).findById(old.keyId).throwIfNotFound();
    expect([row.rowVersion, row.version]).toEqual([2, 1]);
  });

  it('is not reported while it is called on any instance, whether or not the use is written yet', async () => {
    const old = await key();
    await succeed(old);
    t.clock.advance({ hours: 20 });
    await call(old, other);
    await other.ports.keyUse.flush();
    const first = await toldAfter(old, 4, 15);
    await call(old);
    const unwritten = await toldAfter(old, 1, 22.9);

    expect([...first, ...unwritten, ...(await toldAfter(old, 0.1))]).toEqual([0, 0, 0, 0, 1]);
  });

  it('is reported as drained when its own fields say so', async () => {
    const old = await key();
    await succeed(old);
    await call(old);
    t.clock.advance({ hours: 24 });
    await signInAgain(t, owner);

    await announceDrained(t.ports);

    const { body } = await t.rest('GET', old.path, { as: owner, workspace });
    expect(body).toMatchObject({ isSafeToRetire: true, callsLast24Hours: 0 });
    expect(await timesTold(old)).toBe(1);
  });

  it('is reported immediately if it had no call for long, but not within a day of its creation', async () => {
    const [old, young] = [await key(), await key()];
    t.clock.advance({ hours: 24 });
    await signInAgain(t, owner);
    const younger = await key();
    await succeed(old);
    await succeed(younger);

    await announceDrained(t.ports);

    expect([await timesTold(old), await timesTold(younger), await timesTold(young)]).toEqual([1, 0, 0]);
  });

  it('is reported if a day without calls ends with its grace period, and never after that', async () => {
    const [quiet, busy] = [await key(), await key()];
    await succeed(quiet, 24);
    await succeed(busy, 24);
    t.clock.advance({ hours: 1 });
    await call(busy);
    await t.writeKeyUse();

    expect(await toldAfter(quiet, 23)).toEqual([1]);
    expect(await toldAfter(busy, 0, 24)).toEqual([0, 0]);
  });

  it('is reported once, even if another successor follows', async () => {
    const old = await key();
    const first = await succeed(old);
    await toldAfter(old, 24);
    await signInAgain(t, owner);
    await post(`${old.application}/keys/${first.id}/revoke`);
    await succeed(old, 168, 'second');

    expect(await toldAfter(old, 24)).toEqual([1]);
  });
});

describe('a key is not reported as drained', () => {
  it('without a successor, after a revocation of the successor, or after its own', async () => {
    const [alone, left, revoked] = [await key(), await key(), await key()];
    const successor = await succeed(left);
    await post(`${left.application}/keys/${successor.id}/revoke`);
    await succeed(revoked);
    await post(`${revoked.path}/revoke`);
    t.clock.advance({ hours: 30 });

    await announceDrained(t.ports);

    expect([await timesTold(alone), await timesTold(left), await timesTold(revoked)]).toEqual([0, 0, 0]);
  });

  it('while its application is suspended, since no call could arrive', async () => {
    const old = await key();
    await succeed(old);
    await post(`${old.application}/suspend`);
    const suspended = await toldAfter(old, 24, 1);
    await signInAgain(t, owner);
    await post(`${old.application}/reactivate`);

    expect([...suspended, ...(await toldAfter(old, 23))]).toEqual([0, 0, 1]);
  });
});
