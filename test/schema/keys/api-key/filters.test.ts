import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, revoke, suspend, requestFor, application } = approvalsOf(t, everyone);
const statuses = ['ACTIVE', 'EXPIRED', 'REVOKED', 'BLOCKED'];
const seen = new Set<string>();

interface Key {
  id: string;
  secret: string;
  environment: string;
  effectiveStatus: string;
}

async function send(method: 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await t.rest(method, `/api/console${path}`, { as: owner, workspace, body });
  if (answer.status >= 300) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
  return answer.body;
}
let made = 0;
const create = async (applicationId: string, environment = 'SANDBOX', more: object = {}): Promise<Key> =>
  await send('POST', `/applications/${applicationId}/keys`, {
    name: `key ${(made += 1)}`,
    environment,
    scopes: ['read', 'write'],
    ...more,
  });

async function list(query = '', token = owner.token): Promise<Key[]> {
  const path = `/api/console/api-keys?limit=100&${query}`;
  const { status, body } = await t.rest('GET', path, { as: token, workspace });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data;
}
const idsOf = (keys: readonly { id: string }[]) => keys.map(({ id }) => id);

/** Compares the filter with the field, which the server computes for each key alone. */
async function agrees(token = owner.token): Promise<void> {
  const all = await list('', token);
  for (const status of statuses) {
    const matching = all.filter(({ effectiveStatus }) => effectiveStatus === status);
    if (matching.length > 0) seen.add(status);
    expect([status, idsOf(await list(`effectiveStatus=${status}`, token))]).toEqual([
      status,
      idsOf(matching),
    ]);
  }
}

describe('the keys of a workspace, limited by effective status', () => {
  it('are those whose field has this status, whatever happened to them', async () => {
    const { applicationId, ...asked } = await ask(developer);
    await approve({ applicationId, ...asked }, admin);
    const sandbox = await create(applicationId);
    await create(applicationId, 'LIVE');
    await create(applicationId, 'SANDBOX', { expiresOn: '2026-11-22' });
    const old = await create(applicationId);
    await send('POST', `/applications/${applicationId}/keys/${old.id}/successor`, { name: 'next' });
    await agrees();
    await send('POST', `/applications/${applicationId}/keys/${sandbox.id}/revoke`);
    await agrees();
    await suspend(applicationId, admin);
    await agrees();
    await approve(askedOf(await requestFor(applicationId, developer)), admin);
    await agrees();
    await send('POST', `/applications/${applicationId}/suspend`);
    await agrees();
    await send('POST', `/applications/${applicationId}/reactivate`);
    await revoke(applicationId, admin);
    await agrees();
    await approve(askedOf(await requestFor(applicationId, developer)), admin);
    await create(applicationId, 'LIVE');
    await agrees();
    await send('DELETE', `/applications/${applicationId}`);
    await agrees();
    await send('POST', `/applications/${applicationId}/restore`);
    await agrees();

    t.clock.advance({ days: 4 });
    const { email, password } = owner;
    const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    await agrees(body.accessToken);
    t.clock.advance({ days: -4 });

    expect([...seen].toSorted()).toEqual(statuses.toSorted());
  });

  it('can have several statuses over GraphQL, and the keys of one application only', async () => {
    const [one, other] = [await application(), await application()];
    const key = await create(one);
    await create(other);
    const query = `query ($id: ID, $of: [ApiKeyEffectiveStatus!]) {
      apiKeys(first: 100, applicationId: $id, effectiveStatus: $of) { edges { node { id effectiveStatus } } totalCount }
    }`;
    const asked = async (variables: Record<string, unknown>) =>
      (await t.graphql(query, variables, { as: owner, workspace })).body.data.apiKeys;

    const several = await asked({ of: ['ACTIVE', 'REVOKED'] });

    const both = new Set(several.edges.map(({ node }: { node: Key }) => node.effectiveStatus));
    expect(both).toEqual(new Set(['ACTIVE', 'REVOKED']));
    expect(several.totalCount).toBe(several.edges.length);
    expect(await asked({ id: one, of: ['ACTIVE'] })).toMatchObject({
      edges: [{ node: { id: key.id } }],
      totalCount: 1,
    });
    expect(await asked({ id: one, of: ['EXPIRED'] })).toMatchObject({ edges: [], totalCount: 0 });
  });
});

describe('the keys of a workspace, limited by environment and use', () => {
  it('have the environment', async () => {
    const found = await list('environment=LIVE');

    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ environment }) => environment))).toEqual(new Set(['LIVE']));
  });

  it('unused since a time, are older than it and had no call at that time or later', async () => {
    const id = await application();
    const [called, never] = [await create(id), await create(id)];
    t.clock.advance({ minutes: 10 });
    const echo = { as: called.secret, body: { message: 'hello' } };
    expect((await t.rest('POST', '/v1/sandbox/echo', echo)).status).toBe(200);
    await t.writeKeyUse();
    const callAt = t.clock.now().toISOString();
    t.clock.advance({ minutes: 10 });
    const younger = await create(id);
    const since = async (time: string) => {
      const found = new Set(idsOf(await list(`unusedSince=${encodeURIComponent(time)}`)));
      return [called, never, younger].map((key) => found.has(key.id));
    };

    expect(await since(callAt)).toEqual([false, true, false]);
    expect(await since(t.clock.now().toISOString())).toEqual([true, true, false]);
    t.clock.advance({ minutes: 1 });
    expect(await since(t.clock.now().toISOString())).toEqual([true, true, true]);
    t.clock.advance({ minutes: -21 });
  });

  it.each(['environment=TEST', 'effectiveStatus=GONE', 'unusedSince=yesterday'])(
    '422 validation_failed: refuses %s',
    async (query) => {
      expect(await t.rest('GET', `/api/console/api-keys?${query}`, { as: owner, workspace })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      });
    },
  );
});
