import { describe, expect, it } from 'vitest';
import { apiKeySnapshot, evaluateApiKey } from '../../../../schema/keys/api-key/snapshot.ts';
import { refusalOf, type Refusal } from '../../../../schema/values/errors.ts';
import { approvalsOf, askedOf, submission } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast, type Somebody } from '../../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const security = await everyone.as('SECURITY_ADMINISTRATOR');
const { ask, approve, reject, requestChanges, cancel, resubmit, requestFor, suspend, revoke, application } =
  approvalsOf(t, everyone);

async function approved(): Promise<string> {
  const asked = await ask(developer);
  await approve(asked, admin);
  return asked.applicationId;
}

async function approveAnew(applicationId: string): Promise<number> {
  return (await approve(askedOf(await requestFor(applicationId, developer)), admin)).status;
}

async function createLive(applicationId: string, as: Somebody = owner) {
  const body = { name: 'live', environment: 'LIVE', scopes: ['read', 'write'] };
  const path = `/api/console/applications/${applicationId}/keys`;
  return await t.rest('POST', path, { as, workspace: workspaceId, body });
}

/** Returns the refusal code of a live key at this moment, or OK. */
async function judged(secret: string): Promise<string> {
  return (await refusalFor(secret))?.code ?? 'OK';
}

async function sentence(secret: string): Promise<string | undefined> {
  return (await refusalFor(secret))?.message;
}

async function refusalFor(secret: string): Promise<Refusal | null> {
  try {
    evaluateApiKey(await apiKeySnapshot(t.ports, secret), 'LIVE', t.clock.now());
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}

async function effectiveStatus(applicationId: string, keyId: string): Promise<string> {
  const path = `/api/console/applications/${applicationId}/keys/${keyId}`;
  return (await t.rest('GET', path, { as: owner, workspace: workspaceId })).body.effectiveStatus;
}

describe('spec §3, §5.6: a live key', () => {
  it('is created by an administrator once production access is approved, and not before', async () => {
    const asked = await ask(developer);
    const before = await createLive(asked.applicationId);
    await approve(asked, admin);

    const after = await createLive(asked.applicationId);

    expect(before).toMatchObject({ status: 403, body: { code: 'production_access_required' } });
    expect(after).toMatchObject({ status: 201, body: { environment: 'LIVE', effectiveStatus: 'ACTIVE' } });
    expect(after.body.secret).toMatch(/^ak_live_/);
    expect(await judged(after.body.secret)).toBe('OK');
  });

  it('is created only by OWNER and ADMIN, even then', async () => {
    const applicationId = await approved();

    expect(await createLive(applicationId, developer)).toMatchObject({
      status: 403,
      body: { permission: 'api_keys:create_live' },
    });
    expect(await createLive(applicationId, admin)).toMatchObject({ status: 201 });
  });

  it.each([
    ['rejected', reject],
    ['given back for changes', requestChanges],
  ] as const)('is not created after the request was %s', async (_name, verb) => {
    const asked = await ask(developer);
    await verb(asked, admin);

    expect(await createLive(asked.applicationId)).toMatchObject({
      body: { code: 'production_access_required' },
    });
  });

  it('is not created for one application with the access of another', async () => {
    await approved();

    expect(await createLive(await application())).toMatchObject({
      body: { code: 'production_access_required' },
    });
  });

  it('stops immediately with a suspension by one person, and works again after a new approval', async () => {
    const applicationId = await approved();
    const { body: key } = await createLive(applicationId);

    const suspended = await suspend(applicationId, security);
    const during = [await judged(key.secret), await effectiveStatus(applicationId, key.id)];
    const another = await createLive(applicationId);
    const status = await approveAnew(applicationId);

    expect(suspended.data).toMatchObject({ productionAccess: { status: 'SUSPENDED' } });
    expect(during).toEqual(['production_access_suspended', 'BLOCKED']);
    expect(another).toMatchObject({ status: 403, body: { code: 'production_access_suspended' } });
    expect(status).toBe(200);
    expect(await judged(key.secret)).toBe('OK');
  });

  it('stays stopped while that approval is pending, and after a rejection', async () => {
    const applicationId = await approved();
    const { body: key } = await createLive(applicationId);
    await suspend(applicationId, security);
    const asked = askedOf(await requestFor(applicationId, developer));

    const waiting = await judged(key.secret);
    await reject(asked, admin);

    expect([waiting, await judged(key.secret)]).toEqual(Array(2).fill('production_access_suspended'));
  });

  it('ends with a revocation, and no later approval restores it', async () => {
    const applicationId = await approved();
    const { body: key } = await createLive(applicationId);

    await revoke(applicationId, security);
    const after = [await judged(key.secret), await effectiveStatus(applicationId, key.id)];
    const keyPath = `/api/console/applications/${applicationId}/keys/${key.id}`;
    const rotated = await t.rest('POST', `${keyPath}/rotate`, { as: owner, workspace: workspaceId });
    const status = await approveAnew(applicationId);
    const { body: later } = await createLive(applicationId);

    expect(after).toEqual(['key_revoked', 'REVOKED']);
    expect(rotated).toMatchObject({ status: 409, body: { code: 'key_not_rotatable' } });
    expect(status).toBe(200);
    expect(await judged(key.secret)).toBe('key_revoked');
    expect(await effectiveStatus(applicationId, key.id)).toBe('REVOKED');
    expect(await judged(later.secret)).toBe('OK');
  });

  it('is revoked even while suspended access has a new request, and that request ends too', async () => {
    const applicationId = await approved();
    const { body: key } = await createLive(applicationId);
    await suspend(applicationId, security);
    const asked = askedOf(await requestFor(applicationId, developer));

    const revoked = await revoke(applicationId, security);

    expect(revoked.data).toMatchObject({ productionAccess: { status: 'REVOKED' } });
    expect(await approve(asked, admin)).toMatchObject({ status: 409 });
    expect(await approveAnew(applicationId)).toBe(200);
    expect(await judged(key.secret)).toBe('key_revoked');
  });

  it('is mentioned to approvers, and in the digest, if the approval makes it work again', async () => {
    const applicationId = await approved();
    await suspend(applicationId, security);
    await requestFor(applicationId, developer);

    const query = `query ($id: ID!) { productionAccess(applicationId: $id) { approvalRequest { summary command } } }`;
    const { body } = await t.graphql(query, { id: applicationId }, { as: admin, workspace: workspaceId });

    const { summary, command } = body.data.productionAccess.approvalRequest;
    expect(summary).toContain('the suspended live keys work again');
    expect(command).toMatchObject({ revivesLiveKeys: true });
  });

  it('depends on access that can be neither revoked nor suspended before its first approval', async () => {
    const asked = await ask(developer);

    const answers = [
      await revoke(asked.applicationId, security),
      await suspend(asked.applicationId, security),
    ];

    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        code: 'invalid_transition',
        message: expect.stringContaining('Production access was never approved, so there is nothing to'),
      });
    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('is not restored with its application, unlike a sandbox key', async () => {
    const applicationId = await approved();
    const { body: key } = await createLive(applicationId);
    const path = `/api/console/applications/${applicationId}`;
    await t.rest('DELETE', path, { as: owner, workspace: workspaceId });
    const deleted = [await judged(key.secret), await sentence(key.secret)];

    await t.rest('POST', `${path}/restore`, { as: owner, workspace: workspaceId });

    expect(deleted).toEqual([
      'application_deleted',
      'The application of this key was deleted, which ended its live keys permanently. Its workspace can restore the application for 30 days and create another key then.',
    ]);
    expect([await judged(key.secret), await sentence(key.secret)]).toEqual([
      'key_revoked',
      'The application of this key was deleted, which ended its live keys permanently. Restoring it did not bring them back. Create another key.',
    ]);
    const byOwner = { as: owner, workspace: workspaceId };
    const replaced = [
      await t.rest('POST', `${path}/keys/${key.id}/rotate`, byOwner),
      await t.rest('POST', `${path}/keys/${key.id}/successor`, { ...byOwner, body: { name: 'next' } }),
    ];
    const message = await sentence(key.secret);
    expect(replaced.map(({ body }) => body)).toEqual(
      Array(2).fill(expect.objectContaining({ code: 'key_not_rotatable', message })),
    );
  });

  it('never works without an approval, in any race of creations and revocations', async () => {
    for (let race = 0; race < count(300); race += 1) {
      const applicationId = await approved();

      const [created] = await Promise.all([createLive(applicationId), revoke(applicationId, security)]);

      const code = created.status === 201 ? await judged(created.body.secret) : created.body.code;
      expect(['key_revoked', 'production_access_required']).toContain(code);
    }
  });
});

describe('production access', () => {
  it('is returned for changes and resubmitted as the next revision, with its own digest', async () => {
    const asked = await ask(developer);
    const back = await requestChanges(asked, admin, 'Which data, exactly?');

    const { data } = await resubmit(asked.applicationId, developer, { dataCategories: ['cards', 'names'] });
    const next = askedOf({ status: 200, code: undefined, message: undefined, data });

    expect(back.data['approvalRequest']).toMatchObject({ status: 'SUPERSEDED' });
    expect(data).toMatchObject({ productionAccess: { status: 'SUBMITTED', revision: 2, reason: null } });
    expect(next.subjectDigest).not.toBe(asked.subjectDigest);
    expect(await approve(asked, admin)).toMatchObject({ code: 'already_decided' });
    expect(await approve(next, admin)).toMatchObject({ status: 200 });
  });

  it('can be withdrawn before the decision, and requested again immediately', async () => {
    const asked = await ask(developer);

    await cancel(asked, developer);

    const again = await requestFor(asked.applicationId, developer);
    expect(again.data).toMatchObject({ productionAccess: { status: 'SUBMITTED', revision: 2 } });
  });

  it('cannot be requested for 24 hours after a rejection', async () => {
    const asked = await ask(developer);
    await reject(asked, admin);
    const atOnce = await requestFor(asked.applicationId, developer);
    await knex('productionAccess')
      .where({ applicationId: asked.applicationId })
      .update({ decidedAt: new Date(t.clock.now().getTime() - 24 * 3_600_000) });

    const later = await requestFor(asked.applicationId, developer);

    expect(atOnce).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(atOnce.message).toMatch(/^Production access was rejected\. Request it again from /);
    expect(later).toMatchObject({ status: 200 });
  });

  it.each([
    ['an application that is suspended', 'suspend', 'SUBMITTED', 'PENDING'],
    ['one that is deleted', 'delete', 'WITHDRAWN', 'CANCELLED'],
  ])('is not approved for %s meanwhile', async (_name, verb, status, requestStatus) => {
    const asked = await ask(developer);
    const path = `/api/console/applications/${asked.applicationId}`;
    if (verb === 'delete') await t.rest('DELETE', path, { as: owner, workspace: workspaceId });
    else await t.rest('POST', `${path}/suspend`, { as: owner, workspace: workspaceId });

    const answer = await approve(asked, admin);

    expect(answer).toMatchObject({ status: 409, code: 'invalid_transition' });
    const query =
      'query ($id: ID!) { productionAccess(applicationId: $id) { status approvalRequest { status } } }';
    const { body } = await t.graphql(
      query,
      { id: asked.applicationId },
      { as: owner, workspace: workspaceId },
    );
    expect(body.data.productionAccess).toEqual({
      status,
      approvalRequest: { status: requestStatus },
    });
  });

  it('is shown with its application to members who may read it, and is null for others', async () => {
    const applicationId = await approved();
    const query = 'query ($id: ID!) { application(id: $id) { name productionAccess { status } } }';
    const read = async (as: Somebody) =>
      (await t.graphql(query, { id: applicationId }, { as, workspace: workspaceId })).body.data.application;

    expect(await read(await everyone.as('VIEWER'))).toEqual({
      name: 'Checkout',
      productionAccess: { status: 'APPROVED' },
    });
    expect(await read(await everyone.as('BILLING_ADMINISTRATOR'))).toEqual({
      name: 'Checkout',
      productionAccess: null,
    });
  });

  it.each([
    ['a use case of 49 characters', { useCase: 'x'.repeat(49) }, '/useCase'],
    ['a product, while there are none', { requestedProducts: ['payments'] }, '/requestedProducts/0'],
    ['a receipt, while there are none', { evidenceReceiptIds: ['rct_1'] }, '/evidenceReceiptIds/0'],
    ['a contact that is no address', { securityContact: 'call me' }, '/securityContact'],
  ])('returns 422 for %s', async (_name, changed, pointer) => {
    const asked = await ask(developer);
    await requestChanges(asked, admin);

    const query = `mutation ($input: ResubmitProductionAccessInput!) {
      resubmitProductionAccess(input: $input) { productionAccess { id } } }`;
    const input = { applicationId: asked.applicationId, ...submission, ...changed };
    const { body } = await t.graphql(query, { input }, { as: developer, workspace: workspaceId });

    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] });
  });
});
