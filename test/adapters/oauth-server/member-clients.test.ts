import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { agentOf } from '../../support/agents.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  keyPairOf,
  mcpCredentialOf,
  tokensOf,
} from '../../support/authorization.ts';
import { forgeriesIn } from '../../support/forgeries.ts';
import { cast, signInAgain, type Cast, type CastMember } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({}, { isChecked: true });
const { baseUrl } = t.config;
const { knex } = t.ports.database;
atPresent(t);
const place = await cast(t);
const tokens = tokensOf(t);
const other = await anotherInstance(t);
const developer = await place.as('DEVELOPER');
const refused = { status: 400, body: { error: 'invalid_grant' } };
const unknown = { status: 401, body: { error: 'invalid_client' } };

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
  await signInAgain(t, developer);
});

async function registered(more: object = {}, { owner, workspaceId }: Cast = place): Promise<string> {
  const body = { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'], ...more };
  const answer = await t.rest('POST', '/api/console/mcp/clients', {
    as: owner,
    workspace: workspaceId,
    body,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}
const remove = async (id: string, as: CastMember = developer) =>
  await t.rest('DELETE', `/api/console/mcp/clients/${id}`, { as, workspace: place.workspaceId });

/** Connects a registered client; the visitor keeps the browser session of the person. */
async function connected(person: CastMember, client: string, redirectUri = 'http://127.0.0.1:5555/callback') {
  const { id: credentialId } = await mcpCredentialOf(t, place, { holderId: person.memberId });
  const visitor = visitorOf(t, baseUrl);
  const query = await atPages(visitor, person).consent({ client, redirectUri }, credentialId);
  const answer = await tokens.byCode(query.get('code') ?? '', client, { redirect_uri: redirectUri });
  const { access_token: access, refresh_token: refresh } = answer.body;
  return { visitor, credentialId, access, refresh } as const;
}
const codeBy = async (token: string, at = t) => (await agentOf(at, token).search()).body.code;

describe('a client that a member registered', () => {
  it.each([
    ['on this machine, by any port', 'http://127.0.0.1/callback', 'http://127.0.0.1:61234/callback'],
    ['by https', 'https://app.example/callback', 'https://app.example/callback'],
    ['by a scheme of its own', 'com.example.app:/callback', 'com.example.app:/callback'],
  ])('is connected once and then uses refresh tokens: %s', async (_how, uri, redirectUri) => {
    const holder = await place.another('DEVELOPER');
    const client = await registered({ redirectUris: [uri] });
    const { access, refresh } = await connected(holder, client, redirectUri);

    expect(await codeBy(access)).toBeUndefined();
    t.clock.advance({ minutes: 11 });
    expect(await codeBy(access)).toBe('session_expired');
    const next = await tokens.refresh(refresh, client);
    expect(next.status).toBe(200);
    expect(await codeBy(next.body.access_token, other)).toBeUndefined();
    await signInAgain(t, holder);
    const { body } = await t.rest('GET', '/api/console/mcp/consents', { as: holder });
    expect(body.data).toMatchObject([{ client, clientName: 'Desk assistant' }]);
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)(
    'with a key must authenticate with it each time: %s',
    async (alg) => {
      const pair = keyPairOf(alg);
      const client = await registered({ publicKey: pair.publicKey });
      const { id } = await mcpCredentialOf(t, place);
      const proof = async () => ({
        client_assertion: await pair.assertion(client, `${baseUrl}/oauth`),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      });
      const codeOf = async () =>
        (await atPages(visitorOf(t, baseUrl), place.owner).consent({ client }, id)).get('code') ?? '';

      const unproved = await tokens.byCode(await codeOf(), client);
      const { status, body } = await tokens.byCode(await codeOf(), client, await proof());

      expect(unproved).toMatchObject(unknown);
      expect(status).toBe(200);
      expect(await tokens.refresh(body.refresh_token, client)).toMatchObject(unknown);
      expect((await tokens.refresh(body.refresh_token, client, await proof())).status).toBe(200);
    },
  );

  it.each([
    ['another address', 'https://other.example/callback'],
    ['another port of an https address', 'https://app.example:8443/callback'],
    ['another path on this machine', 'http://127.0.0.1/elsewhere'],
    ['another loopback name', 'http://localhost/callback'],
    ['another path of its scheme', 'com.example.app:/elsewhere'],
  ])('does not receive the redirect to %s', async (_what, redirectUri) => {
    const redirectUris = [
      'https://app.example/callback',
      'http://127.0.0.1/callback',
      'com.example.app:/callback',
    ];
    const client = await registered({ redirectUris });

    const page = await visitorOf(t, baseUrl).open(authorizationUrl({ client, redirectUri }));

    expect(page).toMatchObject({ status: 400, elsewhere: null });
    expect(page.html).toContain('a URL that is not registered for it');
  });

  it('is shown with its registration and redirect; its workspace is shown only after the sign-in', async () => {
    const client = await registered({ redirectUris: ['com.example.app:/callback'] });
    await mcpCredentialOf(t, place);
    const visitor = visitorOf(t, baseUrl);
    const asked = { client, redirectUri: 'com.example.app:/callback' };
    const { name: workspaceName } = await Workspace.query(knex).findById(place.workspaceId).throwIfNotFound();

    const signIn = await visitor.open(authorizationUrl(asked));
    const consent = await atPages(visitor, place.owner).signIn(signIn);

    expect(signIn.html).toContain('registered here by a member');
    expect(signIn.html).not.toContain(workspaceName);
    for (const text of [
      'Desk assistant',
      'registered it in the workspace',
      workspaceName,
      'the program for com.example.app:',
    ])
      expect(consent.html.replaceAll('&#39;', "'")).toContain(text);
  });

  it('can use credentials only of its workspace', async () => {
    const elsewhere = await cast(t);
    const client = await registered({}, elsewhere);
    const { id } = await mcpCredentialOf(t, place);
    const visitor = visitorOf(t, baseUrl);
    const pages = atPages(visitor, place.owner);

    const page = await pages.toConsent({ client });
    const forced = await pages.allow(page, id);

    expect(page.html).toContain('You need an MCP credential first');
    expect(forced).toMatchObject({ status: 404, elsewhere: null });
  });

  it('ends with the answer to its deletion: the next call, refresh, code and page fail on every instance', async () => {
    const holder = await place.another('DEVELOPER');
    const client = await registered();
    const { visitor, access, refresh } = await connected(holder, client);
    const second = await visitor.open(authorizationUrl({ client }));
    const code = second.elsewhere?.searchParams.get('code') ?? '';
    const begun = await atPages(visitor, holder).toConsent({ client });
    const { id: another } = await mcpCredentialOf(t, place, { holderId: holder.memberId });
    for (const at of [t, other]) expect(await codeBy(access, at)).toBeUndefined();

    const answer = await remove(client);

    expect(answer).toMatchObject({ status: 200, body: { status: 'DELETED' } });
    for (const at of [t, other]) expect(await codeBy(access, at)).toBe('session_invalid');
    expect(await tokens.refresh(refresh, client)).toMatchObject(unknown);
    expect(await tokens.byCode(code, client)).toMatchObject(unknown);
    expect(await atPages(visitor, holder).allow(begun, another)).toMatchObject({
      status: 404,
      elsewhere: null,
    });
    expect(await visitor.open(authorizationUrl({ client }))).toMatchObject({ status: 400, elsewhere: null });
    expect((await t.rest('GET', '/api/console/mcp/consents', { as: holder })).body.data).toEqual([]);
    const entry = await AuditEntry.query(knex)
      .findOne({ chain: place.workspaceId, action: 'mcp_consent.revoked' })
      .orderBy('seq', 'desc');
    expect(entry).toMatchObject({
      actor: { kind: 'MEMBER', id: developer.memberId },
      changes: { reason: 'CLIENT_DELETED' },
    });
    const ended = knex('mcpConsent').where({ client }).select('id');
    expect(await OAuthRecord.query(knex).whereIn('consentId', ended).resultSize()).toBe(0);
  });

  it('leaves no consent when it is deleted while a person consents, whichever comes first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const holder = await place.another('DEVELOPER');
      const client = await registered();
      const { id } = await mcpCredentialOf(t, place, { holderId: holder.memberId });
      const visitor = visitorOf(t, baseUrl);
      const page = await atPages(visitor, holder).toConsent({ client });

      const [allowed, deleted] = await Promise.all([
        atPages(visitor, holder).allow(page, id),
        remove(client),
      ]);

      expect(deleted.status).toBe(200);
      const code = allowed.elsewhere?.searchParams.get('code') ?? 'none';
      expect(await tokens.byCode(code, client)).toMatchObject(unknown);
      expect((await t.rest('GET', '/api/console/mcp/consents', { as: holder })).body.data).toEqual([]);
    }
  });

  it('gets the same answer whether it was deleted or never registered', async () => {
    const client = await registered();
    await remove(client);
    const never = `${client.slice(0, -4)}0000`;

    for (const id of [client, never]) {
      const page = await visitorOf(t, baseUrl).open(authorizationUrl({ client: id }));
      expect(page.status).toBe(400);
      expect(page.html).toContain('This server does not know the application.');
      expect(await tokens.byCode('a-code', id)).toMatchObject(unknown);
    }
  });

  it('findings A5: is rejected after a change outside of the service, and the page states the reason', async () => {
    const client = await registered();
    const { forge, undo } = forgeriesIn(t);
    await forge('mcpClient', client, { redirectUris: ['https://evil.example/callback'] });

    const page = await visitorOf(t, baseUrl).open(authorizationUrl({ client }));
    await undo();

    expect(page.status).toBe(403);
    expect(page.html).toContain(`The row ${client} of mcp_client was changed outside of Sallyport`);
  });

  it('gets no token for itself', async () => {
    const client = await registered();
    const answer = await tokens.ask({ grant_type: 'client_credentials', client_id: client });

    expect(answer).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    expect(await tokens.byCode('no-code', client)).toMatchObject(refused);
  });
});

describe('a request with a wrong client or redirect', () => {
  it('explains how to register a client in place of an MCP credential, whether or not the credential exists', async () => {
    const { id } = await mcpCredentialOf(t, place);

    for (const client of [id, `${id.slice(0, -4)}0000`]) {
      const page = await visitorOf(t, baseUrl).open(authorizationUrl({ client }));
      expect(page.status).toBe(400);
      expect(page.html).toContain('which is for programs that work without a person.');
      expect(page.html).toContain('POST /api/console/mcp/clients');
    }
  });

  it('explains the form of a private scheme if it contains no period', async () => {
    const page = await visitorOf(t, baseUrl).open(
      authorizationUrl({ client: await registered(), redirectUri: 'desk://callback' }),
    );

    expect(page.html).toContain('a domain name in reverse order, such as com.example.app');
  });
});
