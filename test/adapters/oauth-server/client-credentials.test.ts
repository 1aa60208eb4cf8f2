import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { mintSecret } from '../../../schema/values/secret.ts';
import { publishSeconds } from '../../../schema/identity/session/signing-key.ts';
import { exactly, testApp, type Answer } from '../../support/app.ts';
import { keyPairOf, mcpCredentialOf, tokensOf } from '../../support/authorization.ts';
import { eventsOf } from '../../support/trail.ts';
import { rotateSigningKey } from '../../support/signing-keys.ts';
import { clientCredentialsWorld } from './client-credentials.world.ts';

const t = await testApp({ TRUST_PROXY: '127.0.0.1' });
const strict = await testApp(
  {
    LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '2',
    LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '9',
  },
  exactly,
);
const { baseUrl } = t.config;
const { issuer, place, tokens, searchBy } = await clientCredentialsWorld(t);

const act = async (id: string, verb: 'revoke' | 'rotate') =>
  await t.rest('POST', `/api/console/mcp/credentials/${id}/${verb}`, {
    as: place.owner,
    workspace: place.workspaceId,
  });
/** Returns the parts of an answer that must not reveal why the server refused. */
const told = ({ status, body, headers }: Answer) => ({
  status,
  body,
  challenge: headers['www-authenticate'],
});

describe('client_credentials', () => {
  it('issues an access token that the gateway accepts, for ten minutes', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);

    const answer = await tokens.byBasic(id, secret);

    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { token_type: 'Bearer', expires_in: 600, scope: 'mcp:read' },
    });
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(decodeProtectedHeader(answer.body.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      iss: issuer,
      aud: `${baseUrl}/mcp`,
      sub: id,
      client_id: id,
      azp: id,
      ver: 1,
      jti: expect.any(String),
    });
    expect(await searchBy(answer)).toMatchObject({ status: 200 });
    t.clock.advance({ seconds: 600 });
    expect(await searchBy(answer)).toMatchObject({ status: 401 });
  });

  it('accepts the secret in the header or in the body', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);

    const answers = [await tokens.byBasic(id, secret), await tokens.bySecret(id, secret)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  // RFC 9449 §7.2: a token that is bound to a key must not be accepted without proof of possession.
  it('binds no token to a key, because the server never requests the proof', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const { publicKey: jwk, privateKey } = keyPairOf('ES256');
    const proof = await new SignJWT({ htm: 'POST', htu: `${issuer}/token`, jti: 'one' })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(await importJWK(privateKey, 'ES256'));
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const { body } = await tokens.ask(form, { dpop: proof });

    expect(body.token_type).toBe('Bearer');
    expect(decodeJwt(body.access_token)).not.toHaveProperty('cnf');
  });

  it('names the attempted method and what to check, whether or not the client exists', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const unknown = 'mcpc_01kaf5m2jcexxt5s6f3yq4z8rd';
    const assertionOf = async (of: string) => await keyPairOf('ES256').assertion(of, issuer);
    const tries: [method: string, (of: string) => Promise<Answer>][] = [
      ['client_secret_basic', async (of) => await tokens.byBasic(of, 'wrong')],
      ['client_secret_post', async (of) => await tokens.bySecret(of, 'wrong')],
      ['private_key_jwt', async (of) => await tokens.byAssertion(await assertionOf(of))],
      ['none', async (of) => await tokens.ask({ grant_type: 'client_credentials', client_id: of })],
    ];

    for (const [method, ask] of tries) {
      const [wrong, nobody] = [await ask(id), await ask(unknown)];
      expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(wrong.body.error_description).toContain(`could not authenticate with the method ${method}.`);
      // RFC 6749 §5.2
      expect(wrong.body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
      expect(nobody.body).toEqual(wrong.body);
    }
  });

  it('issues nothing to a credential that was changed by SQL, and logs the change', async () => {
    const { id } = await mcpCredentialOf(t, place);
    const { text, digest } = mintSecret('mcs');
    await t.ports.database.knex('mcpCredential').where({ id }).update({ digest });
    for (const { ports } of t.instances) ports.snapshots.clear();

    const { status, body } = await tokens.bySecret(id, text);

    const error_description = expect.stringContaining(`The row ${id} of mcp_credential was changed outside`);
    expect([status, body]).toEqual([403, { error: 'access_denied', error_description }]);
    const isTold = () => t.events.some((it) => it.event === 'integrity.check_failed' && it['row'] === id);
    await expect.poll(isTold).toBe(true);
  });

  it('gives the same answer for a client that is unknown, wrong, revoked, expired, stopped or has a key', async () => {
    const [good, revoked, expired] = [
      await mcpCredentialOf(t, place),
      await mcpCredentialOf(t, place),
      await mcpCredentialOf(t, place),
    ];
    const holder = await place.another('VIEWER');
    const stopped = await mcpCredentialOf(t, place, { holderId: holder.memberId });
    const byKey = await mcpCredentialOf(t, place, { publicKey: keyPairOf('ES256').publicKey });
    await act(revoked.id, 'revoke');
    await t.unrecorded((knex) =>
      McpCredential.change(knex, expired.id, t.clock.now(), { expiresOn: '2020-01-01' }),
    );
    await t.rest('POST', `/api/console/members/${holder.memberId}/suspend`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    const answers = [
      await tokens.bySecret('mcpc_00000000000000000000000000', good.secret),
      await tokens.bySecret('anything', good.secret),
      await tokens.bySecret(good.id, 'mcs_wrong'),
      await tokens.bySecret(good.id, revoked.secret),
      await tokens.bySecret(revoked.id, revoked.secret),
      await tokens.bySecret(expired.id, expired.secret),
      await tokens.bySecret(stopped.id, stopped.secret),
      await tokens.bySecret(byKey.id, good.secret),
    ];

    const nobody = { grant_type: 'client_credentials', client_id: good.id };
    const fromPage = { origin: 'https://page.example' };
    answers.push(
      await tokens.ask({ ...nobody, client_secret: 'mcs_wrong' }, fromPage),
      await tokens.ask(
        { ...nobody, client_id: 'mcpc_00000000000000000000000000', client_secret: 'x' },
        fromPage,
      ),
    );

    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
    const without = await tokens.ask({ ...nobody, client_id: 'anything' });
    expect(told(await tokens.ask(nobody))).toEqual(told(without));
    expect(answers[0]).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  it('counts wrong proofs against the address, and records them in the audit log of the installation', async () => {
    const asking = tokensOf(strict);
    const wrong = async () => await asking.bySecret('mcpc_00000000000000000000000000', 'mcs_wrong');

    const answers = [await wrong(), await wrong(), await wrong()];
    const denied = await AuditEntry.query(strict.ports.database.knex).where({ outcome: 'DENIED' });

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(answers[2]).toMatchObject({ body: { error: 'temporarily_unavailable' } });
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(denied).toMatchObject([{ action: 'oauth.token', changes: { code: 'sign_in_failed' } }]);
  });

  it('counts requests as unauthenticated', async () => {
    const answers = [];
    for (let sent = 0; sent < 10; sent += 1) answers.push(await strict.rest('GET', '/oauth/auth'));

    expect(answers[0]?.headers['ratelimit-policy']).toBe('"address";q=9;w=60');
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  it('ends with the credential: after revocation or rotation, neither it nor its tokens work', async () => {
    const [revoked, rotated] = [await mcpCredentialOf(t, place), await mcpCredentialOf(t, place)];
    const before = [
      await tokens.bySecret(revoked.id, revoked.secret),
      await tokens.bySecret(rotated.id, rotated.secret),
    ];

    await act(revoked.id, 'revoke');
    const { secret } = (await act(rotated.id, 'rotate')).body;
    const after = [
      await tokens.bySecret(revoked.id, revoked.secret),
      await tokens.bySecret(rotated.id, rotated.secret),
      await tokens.bySecret(rotated.id, secret),
    ];

    for (const answer of before)
      expect(await searchBy(answer)).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
    expect(after.map(({ status }) => status)).toEqual([401, 401, 200]);
    expect(decodeJwt(after[2]?.body.access_token)).toMatchObject({ ver: 2 });
  });

  it('records when a token was issued, and with which scopes', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);

    await tokens.bySecret(id, secret, { scope: 'mcp:request' });
    const { body } = await t.rest('GET', `/api/console/mcp/credentials/${id}`, {
      as: place.owner,
      workspace: place.workspaceId,
    });
    const entry = await AuditEntry.query(t.ports.database.knex)
      .where({ action: 'mcp_credential.token_issued' })
      .orderBy('seq', 'desc')
      .first();

    expect(body.lastUsedAt).toBe(t.clock.now().toISOString());
    expect(entry).toMatchObject({
      actor: { kind: 'MCP_CREDENTIAL', id },
      changes: { scopes: ['mcp:request'] },
    });
    const events = (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id);
    expect(events.map(({ type }) => type)).toEqual(['mcp_credential.created', 'mcp_credential.token_issued']);
  });

  it('signs with the key ring: with the new key after a rotation, without a restart', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const kidOf = async () =>
      decodeProtectedHeader((await tokens.bySecret(id, secret)).body.access_token).kid;

    const before = await kidOf();
    const kid = await rotateSigningKey(t.ports);
    for (const { ports } of t.instances) await ports.tokens.reread(t.clock.now());
    const published = await kidOf();
    t.clock.advance({ seconds: publishSeconds });
    const answer = await tokens.bySecret(id, secret);
    const { body: jwks } = await t.rest('GET', '/.well-known/jwks.json');

    expect(published).toBe(before);
    expect(decodeProtectedHeader(answer.body.access_token).kid).toBe(kid);
    await jwtVerify(answer.body.access_token, createLocalJWKSet(jwks), {
      issuer,
      audience: `${baseUrl}/mcp`,
      currentDate: t.clock.now(),
    });
    expect(await searchBy(answer)).toMatchObject({ status: 200 });
  });
});
