import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { answerPasswordResets } from '../../../schema/identity/session/answer-password-resets.ts';
import { agentOf } from '../../support/agents.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  mcpCredentialOf,
  tokensOf,
  type AskedOf,
} from '../../support/authorization.ts';
import { documentHost, redirectUri } from '../../support/client-documents.ts';
import { grantedWorld } from '../../support/granted.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { cast, signInAgain, type CastMember } from '../../support/people.ts';
import { visitorOf, type Visitor } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
const { knex } = t.ports.database;
atPresent(t);
const place = await cast(t);
const host = await documentHost();
const tokens = tokensOf(t);
const other = await anotherInstance(t);
const refused = { status: 400, body: { error: 'invalid_grant' } };
let made = 0;

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

/** Connects a new client; the visitor keeps the browser session of the person. */
async function connected(person: CastMember, more: Record<string, string> = {}) {
  const client = host.describe(`/client-${(made += 1)}.json`);
  const { id } = await mcpCredentialOf(t, place, { holderId: person.memberId });
  const visitor = visitorOf(t, baseUrl);
  const query = await atPages(visitor, person).consent({ client, more }, id);
  const { body } = await tokens.byCode(query.get('code') ?? '', client);
  const { access_token: access, refresh_token: refresh } = body;
  return { id, client, visitor, access, refresh } as const;
}
/** Sends another authorization request with the given parameters. */
const again = async (visitor: Visitor, asked: AskedOf) => await visitor.open(authorizationUrl(asked));
const consentsOf = async (as: CastMember) =>
  (await t.rest('GET', '/api/console/mcp/consents', { as })).body.data as Record<string, unknown>[];
const revoke = async (as: CastMember, id: unknown) =>
  await t.rest('POST', `/api/console/mcp/consents/${String(id)}/revoke`, { as });
const codeBy = async (token: string, at = t) => (await agentOf(at, token).search()).body.code;

describe('the consent of a person', () => {
  it('is remembered: the same client gets a code for the same or fewer scopes without a page', async () => {
    const holder = await place.another('DEVELOPER');
    const { id, client, visitor } = await connected(holder, { scope: 'mcp:read mcp:request' });

    for (const scope of ['mcp:read mcp:request', 'mcp:request', 'mcp:read offline_access']) {
      const { elsewhere } = await again(visitor, { client, more: { scope, prompt: undefined } });
      const { body } = await tokens.byCode(elsewhere?.searchParams.get('code') ?? '', client);
      expect(body.scope).toBe(scope.replace(' offline_access', ''));
      expect((await agentOf(t, body.access_token).search()).status).toBe(scope === 'mcp:request' ? 403 : 200);
      expect((await tokens.refresh(body.refresh_token, client)).status).toBe(200);
    }
    expect(await consentsOf(holder)).toMatchObject([{ credentialId: id, client }]);
  });

  it('covers the redirect that the person saw, with any port of their machine, and no other', async () => {
    const holder = await place.another('DEVELOPER');
    const path = '/several-destinations.json';
    const client = host.describe(path, { redirect_uris: [redirectUri, 'com.example.desk:/callback'] });
    const { id } = await mcpCredentialOf(t, place, { holderId: holder.memberId });
    const visitor = visitorOf(t, baseUrl);
    await atPages(visitor, holder).consent({ client }, id);
    const native = { client, redirectUri: 'com.example.desk:/callback' };

    const samePlace = await again(visitor, { client, redirectUri: 'http://127.0.0.1:6666/callback' });
    const elsewhere = await again(visitor, native);
    const unasked = await again(visitor, { ...native, more: { prompt: 'none' } });
    await atPages(visitor, holder).allow(elsewhere, id);
    const since = await again(visitor, native);

    expect(samePlace.elsewhere?.searchParams.has('code')).toBe(true);
    expect(elsewhere.elsewhere).toBeNull();
    expect(elsewhere.html).toContain('com.example.desk:');
    expect(unasked.elsewhere?.searchParams.get('error')).toBe('consent_required');
    expect(since.elsewhere?.searchParams.has('code')).toBe(true);
    expect(await consentsOf(holder)).toHaveLength(1);
  });

  it.each([
    ['more', { scope: 'mcp:read mcp:request' }],
    ['a page', { prompt: 'consent' }],
  ])('is requested again if the client requests %s', async (_what, more) => {
    const holder = await place.another('DEVELOPER');
    const { id, client, visitor } = await connected(holder);

    const page = await again(visitor, { client, more });
    const { elsewhere } = await atPages(visitor, holder).allow(page, id);

    expect(page.elsewhere).toBeNull();
    expect(page.html).toContain('Let it work in your name?');
    expect(elsewhere?.searchParams.has('code')).toBe(true);
    const scopes = 'scope' in more ? ['mcp:read', 'mcp:request'] : ['mcp:read'];
    expect(await consentsOf(holder)).toMatchObject([{ client, scopes }]);
  });

  it('suffices if a client sends prompt=consent with offline_access, as OpenID Connect specifies', async () => {
    const { client, visitor } = await connected(await place.another('DEVELOPER'));
    const more = { scope: 'mcp:read offline_access', prompt: 'consent' };

    expect((await again(visitor, { client, more })).elsewhere?.searchParams.has('code')).toBe(true);
  });

  it('needs only a new sign-in after the session has ended', async () => {
    const holder = await place.another('DEVELOPER');
    const { client } = await connected(holder);
    const visitor = visitorOf(t, baseUrl);

    const page = await again(visitor, { client });
    const { elsewhere } = await atPages(visitor, holder).signIn(page);

    expect(page.html).toContain('name="password"');
    expect(elsewhere?.searchParams.has('code')).toBe(true);
  });

  it('serves neither another person nor another client', async () => {
    const holder = await place.another('DEVELOPER');
    const { client, visitor } = await connected(holder);
    const stranger = visitorOf(t, baseUrl);
    const somebodyElse = await place.another('DEVELOPER');

    const page = await again(visitor, { client: host.describe('/stranger.json') });
    const theirs = await atPages(stranger, somebodyElse).signIn(await again(stranger, { client }));

    expect(page.html).toContain('Let it work in your name?');
    expect(theirs.elsewhere).toBeNull();
    expect(theirs.html).toContain('You need an MCP credential first');
  });

  it('must be selected if there are two', async () => {
    const holder = await place.another('DEVELOPER');
    const { client, visitor } = await connected(holder);
    const { id } = await mcpCredentialOf(t, place, { holderId: holder.memberId });
    await atPages(visitor, holder).consent({ client }, id);

    const page = await again(visitor, { client });

    expect(page.html).toContain('Which of your MCP credentials may it use?');
    expect(await consentsOf(holder)).toHaveLength(2);
  });

  it('is requested again after the credential was rotated', async () => {
    const holder = await place.another('DEVELOPER');
    const { id, client, visitor, refresh } = await connected(holder);
    await t.rest('POST', `/api/console/mcp/credentials/${id}/rotate`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    expect(await tokens.refresh(refresh, client)).toMatchObject(refused);
    expect(await consentsOf(holder)).toEqual([]);
    expect((await again(visitor, { client })).html).toContain('Let it work in your name?');
  });

  it('is visible to the person alone, and no other member can revoke it', async () => {
    const [holder, fellow] = [await place.another('DEVELOPER'), await place.another('ADMIN')];
    const { id, client, refresh } = await connected(holder);
    const [consent] = await consentsOf(holder);

    expect(consent).toMatchObject({
      workspaceId: place.workspaceId,
      client,
      clientName: 'Desk assistant',
      resource: `${baseUrl}/mcp`,
      scopes: ['mcp:read'],
      credentialId: id,
      credentialName: 'agent',
      status: 'ACTIVE',
      lastUsedAt: t.clock.now().toISOString(),
    });
    for (const as of [fellow, place.owner]) {
      expect(await consentsOf(as)).not.toContainEqual(expect.objectContaining({ client }));
      expect(await revoke(as, consent?.['id'])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await tokens.refresh(refresh, client)).status).toBe(200);
  });

  it('ends with the answer to its revocation: the next call and refresh fail, and the client must request it again', async () => {
    const holder = await place.another('DEVELOPER');
    const { client, visitor, access, refresh } = await connected(holder);
    const second = await again(visitor, { client });
    const code = second.elsewhere?.searchParams.get('code') ?? '';
    const [consent] = await consentsOf(holder);
    for (const at of [t, other]) expect(await codeBy(access, at)).toBeUndefined();

    const answer = await revoke(holder, consent?.['id']);

    expect(answer).toMatchObject({ status: 200, body: { status: 'REVOKED', client } });
    for (const at of [t, other]) expect(await codeBy(access, at)).toBe('session_invalid');
    expect(await tokens.refresh(refresh, client)).toMatchObject(refused);
    expect(await tokens.byCode(code, client)).toMatchObject(refused);
    expect(await consentsOf(holder)).toEqual([]);
    expect((await again(visitor, { client })).html).toContain('Let it work in your name?');
    expect((await revoke(holder, consent?.['id'])).body.code).toBe('invalid_transition');
    const entry = await AuditEntry.query(knex)
      .findOne({ action: 'mcp_consent.revoked' })
      .orderBy('seq', 'desc');
    expect(entry).toMatchObject({ chain: place.workspaceId, actor: { kind: 'MEMBER', id: holder.memberId } });
    const rows = await OAuthRecord.query(knex)
      .where({ consentId: String(consent?.['id']) })
      .resultSize();
    expect(rows).toBe(0);
  });
});

describe('a grant to the credential', () => {
  it('serves a connected client immediately, without another consent', async () => {
    const { servers, serverId, place: shopPlace, act, listOrders } = await grantedWorld(t);
    const client = host.describe(`/client-${(made += 1)}.json`);
    const credentialId = (await servers.credential()).body.id as string;
    const query = await atPages(visitorOf(t, baseUrl), shopPlace.owner).consent({ client }, credentialId);
    const { body } = await tokens.byCode(query.get('code') ?? '', client);
    const found = async (token: string) =>
      (await agentOf(t, token).search({ query: 'orders' })).body.data.map(({ id }: { id: string }) => id);

    const before = await found(body.access_token);
    const granted = await servers.grant(await servers.grantInput(serverId, credentialId, 'listOrders'));
    const now = await found(body.access_token);
    const next = await tokens.refresh(body.refresh_token, client);
    const later = await found(next.body.access_token);
    await act(`grants/${granted.body.id}/revoke`);

    expect([before, now, later]).toEqual([[], [listOrders], [listOrders]]);
    expect(await found(next.body.access_token)).toEqual([]);
    expect((await tokens.refresh(next.body.refresh_token, client)).status).toBe(200);
  });
});

describe('a connected client, on every instance', () => {
  const act = async (path: string) =>
    await t.rest('POST', `/api/console/${path}`, { as: place.owner, workspace: place.workspaceId });

  it.each([
    [
      'its credential is revoked',
      async ({ id }: { id: string }) => await act(`mcp/credentials/${id}/revoke`),
    ],
    [
      'its person is suspended',
      async (_it: unknown, { memberId }: CastMember) => await act(`members/${memberId}/suspend`),
    ],
    [
      'its person was suspended and came back',
      async (_it: unknown, { memberId }: CastMember) => {
        await act(`members/${memberId}/suspend`);
        return await act(`members/${memberId}/reactivate`);
      },
    ],
    [
      'its person is removed',
      async (_it: unknown, { memberId }: CastMember) =>
        await t.rest('DELETE', `/api/console/members/${memberId}`, {
          as: place.owner,
          workspace: place.workspaceId,
        }),
    ],
  ])('fails at its next call and refresh: %s', async (_what, end) => {
    const holder = await place.another('DEVELOPER');
    const it = await connected(holder);
    for (const at of [t, other]) expect(await codeBy(it.access, at)).toBeUndefined();

    const answer = await end(it, holder);

    expect(answer.status).toBeLessThan(300);
    for (const at of [t, other]) expect(await codeBy(it.access, at)).toBe('mcp_credential_stopped');
    for (const at of [t, other])
      expect(await tokensOf(at).refresh(it.refresh, it.client)).toMatchObject(refused);
  });

  it('fails once its credential has expired', async () => {
    const holder = await place.another('DEVELOPER');
    const { client, refresh } = await connected(holder);

    t.clock.advance({ days: 29 });
    const next = await tokens.refresh(refresh, client);
    t.clock.advance({ days: 29 });
    const later = await tokens.refresh(next.body.refresh_token, client);
    t.clock.advance({ days: 29 });
    const last = await tokens.refresh(later.body.refresh_token, client);
    t.clock.advance({ days: 4 });

    expect([next, later, last].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await tokens.refresh(last.body.refresh_token, client)).toMatchObject(refused);
  });

  it.each(['changed', 'reset'])('fails once its person’s password was %s', async (how) => {
    const holder = await place.another('DEVELOPER');
    const { client, access, refresh } = await connected(holder);
    const password = 'another horse battery staple';
    for (const at of [t, other]) expect(await codeBy(access, at)).toBeUndefined();

    if (how === 'changed')
      await t.rest('POST', '/api/auth/change-password', {
        as: holder,
        body: { currentPassword: holder.password, newPassword: password },
      });
    else {
      await t.rest('POST', '/api/auth/password-reset', { body: { email: holder.email } });
      await answerPasswordResets(t.ports);
      const token = await tokenMailedTo(t, holder.email);
      await t.rest('POST', '/api/auth/password-reset/confirm', { body: { token, password } });
    }

    for (const at of [t, other]) expect(await codeBy(access, at)).toBe('session_invalid');
    expect(await tokens.refresh(refresh, client)).toMatchObject(refused);
    const entry = await AuditEntry.query(knex)
      .findOne({ action: 'mcp_consent.revoked' })
      .orderBy('seq', 'desc');
    expect(entry).toMatchObject({ changes: { reason: 'NEW_PASSWORD' } });
  });
});

describe('POST /oauth/revoke', () => {
  it.each(['refresh', 'access'] as const)(
    'revokes the %s token of the client with its whole grant, and keeps the consent',
    async (kind) => {
      const holder = await place.another('DEVELOPER');
      const it = await connected(holder);
      for (const at of [t, other]) expect(await codeBy(it.access, at)).toBeUndefined();

      const answer = await tokens.revoke(it[kind], {
        client_id: it.client,
        token_type_hint: `${kind}_token`,
      });

      expect(answer).toMatchObject({ status: 200, body: '' });
      for (const at of [t, other]) expect(await codeBy(it.access, at)).toBe('session_invalid');
      expect(await tokens.refresh(it.refresh, it.client)).toMatchObject(refused);
      expect(await consentsOf(holder)).toMatchObject([{ client: it.client }]);
      const entry = await AuditEntry.query(knex)
        .findOne({ action: 'mcp_consent.disconnected' })
        .orderBy('seq', 'desc');
      expect(entry).toMatchObject({ actor: { kind: 'MEMBER', id: holder.memberId } });
    },
  );

  it.each(['refresh', 'access'] as const)('does not revoke the %s token of another client', async (kind) => {
    const it = await connected(await place.another('DEVELOPER'));
    const stranger = host.describe('/foreign.json');

    const answer = await tokens.revoke(it[kind], { client_id: stranger });

    expect(answer.status).toBe(200);
    expect(await codeBy(it.access)).toBeUndefined();
    expect((await tokens.refresh(it.refresh, it.client)).status).toBe(200);
  });

  it.each([
    ['200', 'no-such-token', { status: 200 }],
    ['that there is none', '', { status: 400, body: { error: 'invalid_request' } }],
    [
      'that it is of no type',
      'eyJhbGciOiJub25lIn0.e30.',
      { status: 400, body: { error: 'unsupported_token_type' } },
    ],
  ])('answers %s for a token that is not ours: %j', async (_what, token, expected) => {
    const { client } = await connected(await place.another('DEVELOPER'));

    expect(await tokens.revoke(token, { client_id: client })).toMatchObject(expected);
  });

  it('refuses a token that a credential got for itself, and the token stays valid', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const { body } = await tokens.bySecret(id, secret);

    const answer = await tokens.revoke(body.access_token, { client_id: id, client_secret: secret });

    expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_token_type' } });
    expect(answer.body.error_description).toContain('ends with its credential');
    expect(await codeBy(body.access_token)).toBeUndefined();
  });

  it('refuses a client that does not authenticate', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const it = await connected(await place.another('DEVELOPER'));

    const answers = [
      await tokens.revoke(it.refresh, { client_id: id, client_secret: 'mcs_wrong' }),
      await tokens.revoke(it.refresh, {}),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 400]);
    expect((await tokens.refresh(it.refresh, it.client)).status).toBe(200);
  });
});
