import { beforeEach, describe, expect, it } from 'vitest';
import { CreateApplicationDocument } from '../../../../adapters/documents.generated.ts';
import { run } from '../../../../schema/run.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { testApp } from '../../../support/app.ts';
import {
  asserting,
  assertionBy,
  automationOf,
  credentialFor,
  keyPair,
  tokenBy,
  type KeyPair,
  type Robot,
} from '../../../support/automations.ts';
import { cast, signInAgain, type Cast, type CastMember } from '../../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const pair: KeyPair = await keyPair();
let everyone: Cast;
let issuer: CastMember;
/** The owner's automation. The issuer has created a credential for it. */
let robot: Robot;
let credentialId: string;
let token: string;
beforeEach(async () => {
  everyone = await cast(t);
  issuer = await everyone.another('ADMIN');
  robot = await automationOf(t, everyone, { role: 'ADMIN' });
  const by = { automationId: robot.automationId, workspace: everyone.workspaceId, by: issuer };
  ({ credentialId } = await credentialFor(t, by, { publicKey: pair.publicJwk }));
  token = await tokenBy(t, asserting(await assertionBy(t, pair, credentialId)));
});

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  await t.rest(method, `/api/console${path}`, {
    as: everyone.owner,
    workspace: everyone.workspaceId,
    body,
  });
const call = async (as: string) => await t.rest('GET', '/api/developer-portal/me', { as });
const credentials = () => `/automations/${robot.automationId}/credentials`;
const member = () => `/members/${issuer.memberId}`;
const prove = async () => {
  const body = asserting(await assertionBy(t, pair, credentialId));
  return await t.rest('POST', '/api/auth/automation/token', { body });
};

// oxfmt-ignore
const losses: [name: string, lose: () => Promise<unknown>][] = [
  ['is removed',              async () => await send('DELETE', member())],
  ['is suspended',            async () => await send('POST', `${member()}/suspend`)],
  ['manages members no more', async () => await send('PATCH', member(), { role: 'VIEWER' })],
];

describe('a credential whose issuer', () => {
  it.each(losses)('%s stops immediately, along with its access tokens', async (_name, lose) => {
    const before = await call(token);
    await lose();

    const [refused, asked] = [await call(token), await prove()];

    expect([before.status, refused.status, asked.status]).toEqual([200, 401, 401]);
    for (const { body } of [refused, asked])
      expect(body).toMatchObject({
        code: 'automation_stopped',
        message: expect.stringContaining('The issuer of the automation’s credential'),
      });
    expect((await call(robot.token)).status).toBe(200);
  });

  it.each(losses)('%s executes no command that was admitted before', async (_name, lose) => {
    const headers = { authorization: `Bearer ${token}` };
    const ctx = await contextOf(t.ports, { id: 'req_early', ip: '127.0.0.1', headers }, 'session');
    await lose();

    const made = run(ctx, CreateApplicationDocument, { input: { name: 'Checkout' } });

    await expect(made).rejects.toMatchObject({ code: 'automation_stopped' });
  });

  it.each(losses)('%s replays no answer for an Idempotency-Key', async (_name, lose) => {
    const create = async () =>
      await t.rest('POST', '/api/console/applications', {
        as: token,
        body: { name: 'Checkout' },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again] = [await create(), await create()];
    await lose();

    expect([first.status, again.body]).toEqual([201, first.body]);
    expect((await create()).body.code).toBe('automation_stopped');
  });

  it('has left and returned stays stopped, and reports so, until a member rotates it', async () => {
    await send('POST', `${member()}/suspend`);
    await send('POST', `${member()}/reactivate`);
    await signInAgain(t, issuer);
    const refused = await call(token);
    const { body } = await send('GET', credentials());
    const next = await keyPair();
    const rotated = await t.rest('POST', `/api/console${credentials()}/${credentialId}/rotate`, {
      as: issuer,
      workspace: everyone.workspaceId,
      body: { publicKey: next.publicJwk },
    });

    expect(refused.body.code).toBe('automation_stopped');
    expect(body.data).toMatchObject([
      { id: robot.credentialId, issuerIsLost: false, issuedBy: { id: everyone.owner.memberId } },
      { id: credentialId, issuerIsLost: true, issuedBy: { id: issuer.memberId }, status: 'ACTIVE' },
    ]);
    expect(rotated.body).toMatchObject({ issuerIsLost: false, version: 2 });
    const fresh = await tokenBy(t, asserting(await assertionBy(t, next, credentialId)));
    expect((await call(fresh)).status).toBe(200);
  });

  it('changed with a rotation keeps working when the first issuer leaves', async () => {
    const next = await keyPair();
    const { body } = await send('POST', `${credentials()}/${credentialId}/rotate`, {
      publicKey: next.publicJwk,
    });
    const fresh = await tokenBy(t, asserting(await assertionBy(t, next, credentialId)));
    await send('DELETE', member());

    expect(body.issuedBy).toMatchObject({ id: everyone.owner.memberId });
    expect((await call(fresh)).status).toBe(200);
  });
});
