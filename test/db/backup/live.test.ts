import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../db/knex.ts';
import { asked, type TestApp } from '../../support/app.ts';
import { atEnd } from '../../support/at-end.ts';
import { backupOf, restoreInto } from '../../support/backup.ts';
import { TestClock } from '../../support/clock.ts';
import { emptyDatabase, migratedDatabase } from '../../support/database.ts';
import { takeOver } from '../../../schema/deliver/webhook-delivery/take-over.ts';
import { openInstance, testConfig } from '../../support/instance.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { deliveryOf, endpointFor, happen, receiver, workerOf } from '../../support/webhooks.ts';

const secrets = { masterKey: randomBytes(32) };
const clock = new TestClock();
const config = testConfig({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const source = await migratedDatabase();
const target = await emptyDatabase();

async function opened(options: typeof source): Promise<Database> {
  const database = await openDatabase(options);
  atEnd(async () => await database.close());
  return database;
}

/** Opens two instances with leases but without Redis; each finds the changes of the other in the database. */
async function instancesOver(options: typeof source): Promise<TestApp[]> {
  const open = async () => {
    const [database, { knex }] = [await opened(options), await opened(options)];
    const over = { config, secrets, database, clock, events: [] };
    const shared = { knex, sampleClock: async () => {} };
    return asked(over, [await openInstance(over, { shared, isChecked: false })]);
  };
  return [await open(), await open()];
}

const echo = async (t: TestApp, as: string) =>
  (await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'm' } })).status;

describe('a server over a restored database', async () => {
  const [before] = (await instancesOver(source)) as [TestApp, TestApp];
  const place = await cast(before);
  const key = await applicationWithKey(before, place);
  const other = await applicationWithKey(before, place);
  const hooks = await receiver();
  const { id: endpoint } = await endpointFor(before, place, hooks.url);
  await happen(before, place);
  const lost = workerOf(before);
  await lost.plan();
  const sending = await lost.claim();
  // The marks look like those of a cluster that has seen more transactions.
  await before.ports.database.knex.raw(`update audit_head set moved_in = '9000000000'`);
  await restoreInto(await opened(target), await backupOf(before.ports.database));
  const [a, b] = (await instancesOver(target)) as [TestApp, TestApp];

  it('accepts its sessions, passwords and keys, and opens sealed data', async () => {
    expect((await a.rest('GET', '/api/developer-portal/me', { as: place.owner })).status).toBe(200);
    expect([await echo(a, key.secret), await echo(b, key.secret)]).toEqual([200, 200]);
    expect((await b.rest('POST', '/api/auth/sign-in', { body: place.owner })).status).toBe(422);
    const { email, password } = place.owner;
    expect((await b.rest('POST', '/api/auth/sign-in', { body: { email, password } })).status).toBe(200);
  });

  it('rejects a revoked key on every instance once the server has answered the revocation', async () => {
    for (const on of [a, b]) expect(await echo(on, other.secret)).toBe(200);
    await a.look();
    await b.look();
    for (const on of [a, b]) expect(await echo(on, other.secret)).toBe(200);

    const path = `/api/console/applications/${other.applicationId}/keys/${other.keyId}/revoke`;
    const revoked = await a.rest('POST', path, { as: place.owner, workspace: place.workspaceId });

    expect(revoked.status).toBe(200);
    expect([await echo(a, other.secret), await echo(b, other.secret)]).toEqual([401, 401]);
  });

  it('continues the audit log where the backup ended', async () => {
    const verify = async () =>
      (await a.rest('GET', '/api/console/audit/verify', { as: place.owner, workspace: place.workspaceId }))
        .body;
    const { checked } = await verify();
    await happen(a, place);

    expect(await verify()).toMatchObject({ valid: true, checked: checked + 1 });
  });

  it('immediately takes over what a worker of the other installation was sending, under the same id', async () => {
    expect(await takeOver(a.ports)).toBe(sending.length);
    clock.advance({ minutes: 1 });
    expect(await workerOf(a).work()).toBeGreaterThanOrEqual(sending.length);

    const sent = hooks.received.map(({ headers }) => headers['webhook-id']);
    expect(sent).toContain((await deliveryOf(before, endpoint)).messageId);
  });

  it('reports missing entries if the checkpoints are newer than the backup', async () => {
    for (let more = 0; more < 10; more += 1) await happen(before, place);
    await before.ports.checkpoints.sign();

    const { body } = await a.rest('GET', '/api/console/audit/verify', {
      as: await signedIn(a),
      workspace: place.workspaceId,
    });

    expect(body).toMatchObject({ valid: false, problem: 'The entry and what followed it were removed.' });
  });

  async function signedIn(t: TestApp): Promise<string> {
    const { email, password } = place.owner;
    return (await t.rest('POST', '/api/auth/sign-in', { body: { email, password } })).body.accessToken;
  }
});
