import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';

const start = '2026-11-20T09:00:00.000Z';
// oxfmt-ignore
const moments = [
  { when: 'at once', at: '2026-11-20T09:00:00.000Z', status: 200 },
  { when: 'on day 29', at: '2026-12-19T09:00:00.000Z', status: 200 },
  { when: 'in the last millisecond', at: '2026-12-20T08:59:59.999Z', status: 200 },
  { when: 'on day 30, to the moment', at: '2026-12-20T09:00:00.000Z', status: 409 },
  { when: 'on day 31', at: '2026-12-21T09:00:00.000Z', status: 409 },
];

// Sessions outlive the test, so that only the application's time runs out.
const t = await testApp({ SESSION_TTL_DAYS: '365', SESSION_IDLE_HOURS: '8760' }, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId } = everyone;

beforeEach(() => t.clock.set(start));

describe('restoring an application', () => {
  it.each(moments)('$when returns $status', async ({ at, status }) => {
    const { applicationId } = await applicationWithKey(t, everyone);
    const deleted = await send('DELETE', `/${applicationId}`);
    expect(deleted.body.restorableUntil).toBe('2026-12-20T09:00:00.000Z');
    t.clock.set(at);

    const answer = await send('POST', `/${applicationId}/restore`);

    expect(answer.status).toBe(status);
    const after = await send('GET', `/${applicationId}`);
    expect(after.body.status).toBe(status === 200 ? 'ACTIVE' : 'DELETED');
  });

  it('too late is refused with the state, the action and no allowed action', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    await send('DELETE', `/${applicationId}`);
    t.clock.set('2026-12-20T09:00:00.000Z');

    const answer = await send('POST', `/${applicationId}/restore`);

    expect(answer.body).toMatchObject({
      code: 'invalid_transition',
      transition: { from: 'DELETED', action: 'restore', allowed: [] },
    });
  });

  it('restores its keys: active ones work again, and revoked ones stay revoked', async () => {
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    const keys = `/${applicationId}/keys`;
    const body = { name: 'other', environment: 'SANDBOX', scopes: ['write'] };
    const other = await send('POST', keys, body);
    await send('POST', `${keys}/${keyId}/revoke`);
    await send('DELETE', `/${applicationId}`);
    expect(await echo(other.body.secret)).toMatchObject({
      status: 401,
      body: { code: 'application_deleted' },
    });

    await send('POST', `/${applicationId}/restore`);

    expect(await echo(other.body.secret)).toMatchObject({ status: 200 });
    expect(await echo(secret)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  });

  it('keeps a suspension from before the deletion', async () => {
    const { applicationId, secret } = await applicationWithKey(t, everyone);
    await send('POST', `/${applicationId}/suspend`, { reason: 'Leaked.' });
    await send('DELETE', `/${applicationId}`);

    const restored = await send('POST', `/${applicationId}/restore`);

    expect(restored.body).toMatchObject({ status: 'SUSPENDED', suspendReason: 'Leaked.', deletedAt: null });
    expect(await echo(secret)).toMatchObject({ status: 401, body: { code: 'application_suspended' } });
  });

  it('does not bring back a suspension that had ended', async () => {
    const { applicationId, secret } = await applicationWithKey(t, everyone);
    await send('POST', `/${applicationId}/suspend`);
    await send('POST', `/${applicationId}/reactivate`);
    await send('DELETE', `/${applicationId}`);

    const restored = await send('POST', `/${applicationId}/restore`);

    expect(restored.body.status).toBe('ACTIVE');
    expect(await echo(secret)).toMatchObject({ status: 200 });
  });

  it('leaves 30 days again after another deletion', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    await send('DELETE', `/${applicationId}`);
    t.clock.advance({ days: 20 });
    await send('POST', `/${applicationId}/restore`);

    const deleted = await send('DELETE', `/${applicationId}`);

    expect(deleted.body.restorableUntil).toBe('2027-01-09T09:00:00.000Z');
  });
});

describe('the list of applications', () => {
  it('omits deleted ones unless they are requested', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    await send('DELETE', `/${applicationId}`);
    const query =
      'query ($status: [ApplicationStatus!]) { applications(last: 5, status: $status) { nodes: edges { node { id } } } }';

    const all = await t.graphql(query, {}, { as: await fresh() });
    const deleted = await t.graphql(query, { status: ['DELETED'] }, { as: await fresh() });

    expect(JSON.stringify(all.body.data)).not.toContain(applicationId);
    expect(JSON.stringify(deleted.body.data)).toContain(applicationId);
  });
});

async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
  const request = { as: await fresh(), workspace: workspaceId, ...(body && { body }) };
  return await t.rest(method, `/api/console/applications${path}`, request);
}

// The access token ends after ten minutes, and the moments lie weeks apart.
async function fresh(): Promise<string> {
  const body = { email: owner.email, password: owner.password };
  const answer = await t.rest('POST', '/api/auth/sign-in', { body });
  return answer.body.accessToken;
}

async function echo(as: string) {
  return await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'hi' } });
}
