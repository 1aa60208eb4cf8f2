import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { McpCredentialPerson } from '../../../db/models/mcp-credential-person.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { agentOf } from '../../support/agents.ts';
import { testApp, type Answer } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  mcpCredentialOf,
  tokensOf,
  type AskedOf,
} from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast, signInAgain, type CastMember } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
const { knex } = t.ports.database;
const issuer = `${baseUrl}/oauth`;
atPresent(t);
const place = await cast(t);
const tokens = tokensOf(t);
const host = await documentHost();
const client = host.describe('/client.json');

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

/** Creates a credential of the person, and returns it with a code for it. */
async function codeFor(person: CastMember = place.owner, asked: Partial<AskedOf> = {}) {
  const { id } = await mcpCredentialOf(t, place, { holderId: person.memberId });
  const query = await atPages(visitorOf(t, baseUrl), person).consent({ client, ...asked }, id);
  return { id, code: query.get('code') ?? '', query };
}
const searchBy = async ({ body }: Answer) => await agentOf(t, body.access_token).search();
const refused = { status: 400, body: { error: 'invalid_grant' } };
/** Sends an authorization request, and returns the first page or redirect. */
const open = async (asked: AskedOf) => await visitorOf(t, baseUrl).open(authorizationUrl(asked));

describe('authorization_code', () => {
  it('issues a token that is bound to the selected credential and names the client and the person', async () => {
    const { id, code, query } = await codeFor();

    const answer = await tokens.byCode(code, client);

    expect(Object.fromEntries(query)).toEqual({ code, state: 'a state of the tests', iss: issuer });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { token_type: 'Bearer', expires_in: 600, scope: 'mcp:read' },
    });
    expect(Object.keys(answer.body).toSorted()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ]);
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      iss: issuer,
      aud: `${baseUrl}/mcp`,
      client_id: id,
      azp: client,
      sub: place.owner.personId,
      ver: 1,
      scope: 'mcp:read',
    });
    expect(await searchBy(answer)).toMatchObject({ status: 200 });
  });

  it('issues the scopes of the consent', async () => {
    const { code } = await codeFor(place.owner, { more: { scope: 'mcp:request mcp:read' } });
    const { body } = await tokens.byCode(code, client);

    expect(new Set(body.scope.split(' '))).toEqual(new Set(['mcp:read', 'mcp:request']));
  });

  it.each([
    [{ resource: `${baseUrl}/mcp/` }, { resource: `${baseUrl}/mcp` }],
    [{ resource: `${baseUrl}/mcp` }, {}],
    [{}, { resource: `${baseUrl}/mcp/` }],
  ])('is for the one resource, requested as %j and then as %j', async (first, then) => {
    const { code } = await codeFor(place.owner, { more: first });
    const { body } = await tokens.byCode(code, client, then);

    expect(decodeJwt(body.access_token).aud).toBe(`${baseUrl}/mcp`);
  });

  it('accepts a code for a minute', async () => {
    const [inTime, late] = [await codeFor(), await codeFor()];

    t.clock.advance({ seconds: 58 });
    const taken = await tokens.byCode(inTime.code, client);
    t.clock.advance({ seconds: 2 });

    expect(taken.status).toBe(200);
    expect(await tokens.byCode(late.code, client)).toMatchObject(refused);
  });

  it('accepts a code once; a second use ends the grant and the token that it issued', async () => {
    const { code } = await codeFor();
    const other = await tokens.byCode((await codeFor()).code, client);
    const rowsOfGrant = async () =>
      await OAuthRecord.query(knex).where({ kind: 'AUTHORIZATION_CODE' }).resultSize();

    const first = await tokens.byCode(code, client);
    const [before, found] = [await rowsOfGrant(), await searchBy(first)];
    const again = await tokens.byCode(code, client);

    expect(found).toMatchObject({ status: 200 });
    expect(again).toMatchObject(refused);
    expect(again.body.error_description).toContain('It works once, within 60 seconds');
    expect(again.body).toEqual((await tokens.byCode('no-such-code', client)).body);
    expect(await rowsOfGrant()).toBe(before - 1);
    expect(await searchBy(first)).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(await searchBy(other)).toMatchObject({ status: 200 });
  });

  it('does not query the database for a token whose grant is cached', async () => {
    const token = await tokens.byCode((await codeFor()).code, client);
    await t.look();
    for (const _ of t.instances) await searchBy(token);

    const statements = await t.statementsOf(async () => void (await searchBy(token)));

    expect(statements.filter((sql) => /oauth_record|mcp_credential|audit_head/.test(sql))).toEqual([]);
  });

  it('issues a token that works until it expires', async () => {
    const token = await tokens.byCode((await codeFor()).code, client);

    t.clock.advance({ seconds: 599 });
    expect(await searchBy(token)).toMatchObject({ status: 200 });
    t.clock.advance({ seconds: 1 });
    expect(await searchBy(token)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('issues one token for a code that arrives several times at the same time, and that token is revoked', async () => {
    const { code } = await codeFor();

    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => await tokens.byCode(code, client)),
    );

    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    for (const answer of given) expect(await searchBy(answer)).toMatchObject({ status: 401 });
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused);
  });

  it.each([
    ['another verifier', { code_verifier: 'another-verifier-of-the-tests-that-is-long-enough-012' }],
    ['another address', { redirect_uri: 'http://127.0.0.1:5556/callback' }],
  ])('rejects a code with %s', async (_what, more) => {
    const { code } = await codeFor();

    expect(await tokens.byCode(code, client, more)).toMatchObject(refused);
  });

  it('rejects a code without the verifier', async () => {
    const { code } = await codeFor();
    const answer = await tokens.ask({
      grant_type: 'authorization_code',
      code,
      client_id: client,
      redirect_uri: 'http://127.0.0.1:5555/callback',
    });

    expect(answer).toMatchObject(refused);
  });

  it('rejects a code from another client', async () => {
    const { code } = await codeFor();

    expect(await tokens.byCode(code, host.describe('/other.json'))).toMatchObject(refused);
  });

  it('adds the person to the accountable persons of the credential, with an audit entry, before it issues a token', async () => {
    const holder = await place.another('VIEWER');
    const { id } = await codeFor(holder);
    const rows = await McpCredentialPerson.query(knex).where({ credentialId: id, part: 'CONSENTED' });
    const entry = await AuditEntry.query(knex)
      .where({ chain: place.workspaceId })
      .orderBy('seq', 'desc')
      .first();

    expect(rows.map(({ personId }) => personId)).toEqual([holder.personId]);
    expect(entry).toMatchObject({
      action: 'mcp_credential.consented',
      actor: { kind: 'MEMBER', id: holder.memberId },
      changes: { client, scopes: ['mcp:read'] },
    });
  });
});

describe('a code and its tokens', () => {
  const act = async (path: string) =>
    await t.rest('POST', `/api/console/${path}`, { as: place.owner, workspace: place.workspaceId });

  it.each(['revoke', 'rotate'])('end with the answer to %s', async (verb) => {
    const [used, unused] = [await codeFor(), await codeFor()];
    const got = await tokens.byCode(used.code, client);

    for (const { id } of [used, unused]) await act(`mcp/credentials/${id}/${verb}`);

    expect(await searchBy(got)).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
    expect(await tokens.byCode(unused.code, client)).toMatchObject(refused);
  });

  it('end when the holder is suspended', async () => {
    const holder = await place.another('DEVELOPER');
    const [used, unused] = [await codeFor(holder), await codeFor(holder)];
    const got = await tokens.byCode(used.code, client);

    await act(`members/${holder.memberId}/suspend`);

    expect(await searchBy(got)).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
    expect(await tokens.byCode(unused.code, client)).toMatchObject(refused);
  });

  it('end when the person signs out everywhere before the code is used', async () => {
    const holder = await place.another('VIEWER');
    const { code } = await codeFor(holder);

    await t.rest('POST', '/api/auth/sign-out', { as: holder, body: { everywhere: true } });

    expect(await tokens.byCode(code, client)).toMatchObject(refused);
  });
});

describe('an authorization request', () => {
  it.each([
    'http://127.0.0.1:5555/callback/',
    'http://127.0.0.1:5555/callback?a=b',
    'http://127.0.0.1:5555/Callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost:5555/callback',
    'https://127.0.0.1/callback',
    'https://evil.example/callback',
    'javascript:alert(1)',
  ])('is rejected with a redirect URL that is not registered: %s', async (redirectUri) => {
    const page = await open({ client, redirectUri });

    expect(page).toMatchObject({ status: 400, elsewhere: null });
    expect(page.html).toContain('not registered for it');
  });

  it.each([
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['an identity', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['both', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['an unknown scope', { scope: 'mcp:read openid' }, 'invalid_scope'],
    ['a request by value', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request by reference', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ['no page', { prompt: 'none' }, 'login_required'],
    ['an answer by a form', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['an answer in a fragment', { response_mode: 'fragment' }, 'unsupported_response_mode'],
  ])('with %s is rejected, and the error names the issuer', async (_what, more, error) => {
    const { elsewhere } = await open({ client, more });
    // A client that requests a token directly receives the error in the fragment (RFC 6749 §4.2.2.1).
    const told = new URLSearchParams(elsewhere?.hash.slice(1) || elsewhere?.search);

    expect(Object.fromEntries(told)).toMatchObject({ error, iss: issuer, state: 'a state of the tests' });
    expect([...told.keys()].filter((name) => /code|token/.test(name))).toEqual([]);
  });

  it('may have a state that looks like a JWT', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const state = 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.c2ln';

    const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client, more: { state } }, id);

    expect(query.get('state')).toBe(state);
  });

  it('of an MCP credential does not reveal whether it exists', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const pages = [await open({ client: id }), await open({ client: 'mcpc_00000000000000000000000000' })];

    expect(pages[0]?.status).toBe(400);
    expect(pages[0]?.html).toBe(pages[1]?.html);
  });
});
