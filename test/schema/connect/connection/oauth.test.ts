import { describe, expect, it } from 'vitest';
import { redirectUriOf } from '../../../../schema/connect/connection/authorize.ts';
import { expireAuthorizations } from '../../../../schema/connect/connection/expire-authorizations.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { openSecret } from '../../../../schema/connect/vault/open.ts';
import { testApp } from '../../../support/app.ts';
import { textOfAll } from '../../../support/contents.ts';
import { signInAgain } from '../../../support/people.ts';
import { oauthWorld, scopes } from './oauth.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, idp, document, complete, draft, authorize, connected, typesOf, rowOf } =
  await oauthWorld(t);

const tokensOf = async (id: string) => {
  const { tokenReferenceId } = await rowOf(id);
  const ctx = createSystemContext(t.ports, 'test', place.workspaceId);
  const secret = await openSecret(ctx, tokenReferenceId ?? '', 'a test');
  if (secret.kind !== 'OAUTH2_TOKENS') throw new Error('These are no tokens.');
  return secret;
};

describe('connecting by OAuth', () => {
  it('sends a person to the provider, and serves with the grant that the person brings back', async () => {
    const { id, created } = await draft();
    const { begun, url, finish } = await authorize(id);
    const done = await finish();

    expect(created.body).toMatchObject({ status: 'DRAFT', method: 'OAUTH2_AUTHORIZATION_CODE' });
    expect(begun).toMatchObject({
      status: 200,
      body: {
        connection: { status: 'PENDING_AUTHORIZATION' },
        connectionAuthorization: { status: 'PENDING', scopes, redirectUri: redirectUriOf(t.ports) },
      },
    });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid records:read',
    });
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: 'ACTIVE',
        accountId: 'account-1',
        scopesGranted: scopes,
        authorizedBy: { id: place.owner.memberId },
        health: { isServing: true },
      },
    });
    expect(await typesOf(id)).toEqual([
      'connection.created',
      'connection.authorization_requested',
      'connection.authorized',
    ]);
  });

  it('runs calls as the account', async () => {
    const { read } = await connected();

    expect(await read()).toMatchObject({ status: 200, body: { data: { account: 'account-1' } } });
  });

  it('stores tokens only in the vault', async () => {
    const { id } = await connected();
    const { tokenReferenceId } = await rowOf(id);
    const { body } = await connections.send('GET', `/credential-references/${tokenReferenceId}`);
    const kept = await textOfAll(t.ports.database);
    const { accessToken, refreshToken } = await tokensOf(id);

    expect(body).toMatchObject({ kind: 'OAUTH2_TOKENS', origins: [idp.issuer.origin], status: 'ACTIVE' });
    expect(kept).toContain(id);
    for (const secret of [idp.client.clientSecret, accessToken, refreshToken ?? ''])
      expect(kept.includes(secret)).toBe(false);
  });

  it('is completed only by the session that started it', async () => {
    const { id } = await draft();
    const { url } = await authorize(id);
    const answer = await idp.visit(url);
    const admin = await place.as('ADMIN');
    await signInAgain(t, admin);
    const theirs = await complete(answer, admin);
    await signInAgain(t, place.owner);
    const later = await complete(answer);

    const refused = { status: 409, body: { code: 'authorization_failed' } };
    expect([theirs, later]).toMatchObject([refused, refused]);
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING_AUTHORIZATION', tokenReferenceId: null });
  });

  it('has a state that is accepted once', async () => {
    const { id } = await draft();
    const { url } = await authorize(id);
    const answer = await idp.visit(url);

    expect([await complete(answer), await complete(answer)]).toMatchObject([
      { status: 200 },
      { status: 409, body: { code: 'authorization_failed' } },
    ]);
    expect(await rowOf(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('does not use up the state for an answer without a code or an error', async () => {
    const { id } = await draft();
    const { url } = await authorize(id);
    const answer = await idp.visit(url);
    const state = new URLSearchParams({ state: answer.get('state') ?? '' });

    expect(await complete(state)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/code', code: 'required' }] },
    });
    expect(await complete(answer)).toMatchObject({ body: { status: 'ACTIVE' } });
  });

  it('fails without consent, and can be started again', async () => {
    const { id } = await draft();
    idp.consents = false;
    const { finish } = await authorize(id);

    expect(await finish()).toMatchObject({ status: 409, body: { code: 'authorization_failed' } });
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED' });
    idp.consents = true;
    expect(await (await authorize(id)).finish()).toMatchObject({ body: { status: 'ACTIVE' } });
  });

  it('expires after fifteen minutes', async () => {
    const { id } = await draft();
    const { url } = await authorize(id);
    const answer = await idp.visit(url);
    t.clock.advance({ minutes: 15 });
    const late = await complete(answer);
    await expireAuthorizations(t.ports);

    expect(late).toMatchObject({ status: 409, body: { code: 'authorization_failed' } });
    expect(await rowOf(id)).toMatchObject({ status: 'EXPIRED' });
    expect((await typesOf(id)).at(-1)).toBe('connection.authorization_expired');
  });

  it('ends the earlier authorization when it starts again', async () => {
    const { id } = await draft();
    const first = await authorize(id);
    const answer = await idp.visit(first.url);
    const second = await authorize(id);

    expect(await complete(answer)).toMatchObject({ body: { code: 'authorization_failed' } });
    expect(await second.finish()).toMatchObject({ body: { status: 'ACTIVE' } });
  });

  it('is refused for a connection with its client’s own grant', async () => {
    const { id } = await draft({ grant: 'CLIENT_CREDENTIALS', testedBy: undefined });

    expect(await connections.act(id, 'authorize')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });
});

describe('connecting again', () => {
  it('uses the old grant until the new one has proved to work', async () => {
    const { id, read } = await connected();
    const { finish } = await authorize(id);
    const meanwhile = await read();

    expect(await rowOf(id)).toMatchObject({ status: 'PENDING_REAUTHORIZATION' });
    expect(meanwhile).toMatchObject({ status: 200 });
    expect(await finish()).toMatchObject({ body: { status: 'ACTIVE', accountId: 'account-1' } });
  });

  it('409 provider_identity_changed: refuses another account, and keeps the old grant', async () => {
    const { id, read } = await connected();
    idp.account = 'account-2';
    const { finish } = await authorize(id);
    const refused = await finish();

    expect(refused).toMatchObject({ status: 409, body: { code: 'provider_identity_changed' } });
    expect(await rowOf(id)).toMatchObject({ status: 'ACTIVE', accountId: 'account-1' });
    expect(await read()).toMatchObject({ status: 200, body: { data: { account: 'account-1' } } });
    expect((await typesOf(id)).slice(-2)).toEqual([
      'connection.authorization_requested',
      'connection.identity_change_blocked',
    ]);
  });
});

describe('the client’s secret', () => {
  it('goes to one origin, so that no other origin can be asked to revoke tokens', async () => {
    const { projectId, connectorId, credentialReferenceId } = await draft();
    const revocationUrl = 'https://evil.example/revoke';
    const parts = { projectId, connectorId, credentialReferenceId };

    expect(await connections.create({ ...parts, revocationUrl })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/revocationUrl' }] },
    });
  });

  it('gets tokens only for the API origin of its first connection', async () => {
    const { projectId, credentialReferenceId } = await draft();
    const evil = document.replace(
      `"servers":[{"url":"${idp.issuer.origin}"}]`,
      '"servers":[{"url":"https://evil.example"}]',
    );
    const connectorId = await connections.connector({ document: evil });
    const refused = await connections.create({ projectId, connectorId, credentialReferenceId });

    expect(evil).not.toBe(document);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/credentialReferenceId' }] } });
  });
});

describe('the account of a connection', () => {
  it('comes from the id token, and a test that reports no account leaves it unchanged', async () => {
    const { id } = await connected();

    expect((await connections.act(id, 'test')).body).toMatchObject({
      accountId: 'account-1',
      status: 'ACTIVE',
      health: { problem: null },
    });
  });

  it('comes from the connection’s own test if that points to it', async () => {
    const { connection } = await connected({ accountPointer: '/client' });

    expect(connection.accountId).toBe(idp.client.clientId);
  });
});
