import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { redirectUriOf } from '../../../../schema/connect/connection/authorize.ts';
import { expireAuthorizations } from '../../../../schema/connect/connection/expire-authorizations.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { openSecret } from '../../../../schema/connect/vault/open.ts';
import { refreshConnections } from '../../../../schema/connect/connection/refresh.ts';
import { revokeGrants } from '../../../../schema/connect/connection/revoke-grants.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf, openIdDocument } from '../../../support/connections.ts';
import { textOfAll } from '../../../support/contents.ts';
import { startOidcProvider } from '../../../support/oidc-provider.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const connections = connectionsOf(t, place);
const idp = await startOidcProvider(redirectUriOf(t.ports));
const { knex } = t.ports.database;
afterAll(async () => await idp[Symbol.asyncDispose]());

const document = openIdDocument(idp);
const ofClient = { kind: 'OAUTH2_CLIENT', secret: idp.client };
const scopes = ['openid', 'records:read'];
const complete = async (answer: URLSearchParams, as = place.owner) =>
  await connections.send('POST', '/authorizations/complete', Object.fromEntries(answer), as);

async function draft(more: object = {}) {
  return await connections.made({ document }, { secret: ofClient, scopes, testedBy: 'whoAmI', ...more });
}

/** Sends the owner to the provider and back. */
async function authorize(id: string) {
  const begun = await connections.act(id, 'authorize');
  const url = new URL(begun.body.authorizationUrl);
  return { begun, url, finish: async () => await complete(await idp.visit(url)) };
}

async function connected(more: object = {}) {
  const made = await draft(more);
  const { finish } = await authorize(made.id);
  const { status, body } = await finish();
  if (status !== 200) throw new Error(JSON.stringify(body));
  const capabilityId = await connections.capability(made.connectorId, 'whoAmI');
  const read = async () => await connections.run(await connections.select(capabilityId, made.id));
  return { ...made, connection: body, read };
}

const typesOf = async (id: string) =>
  (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id).map(({ type }) => type);
const tokensOf = async (id: string) => {
  const { tokenReferenceId } = await rowOf(id);
  const ctx = createSystemContext(t.ports, 'test', place.workspaceId);
  const secret = await openSecret(ctx, tokenReferenceId ?? '', 'a test');
  if (secret.kind !== 'OAUTH2_TOKENS') throw new Error('These are no tokens.');
  return secret;
};
const rowOf = async (id: string) => await Connection.query(knex).findById(id).throwIfNotFound();

beforeEach(async () => {
  idp.account = 'account-1';
  idp.consents = true;
  idp.accessTokenSeconds = 3600;
  await signInAgain(t, place.owner);
});

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

describe('a grant that arrives too late', () => {
  it('is revoked at the provider if the connection was disconnected meanwhile', async () => {
    const { id } = await draft();
    const { finish } = await authorize(id);
    const revoked: string[] = [];
    for (const { ports } of t.instances) {
      const exchange = ports.oauth.exchange.bind(ports.oauth);
      const revoke = ports.oauth.revoke.bind(ports.oauth);
      vi.spyOn(ports.oauth, 'exchange').mockImplementation(async (...args) => {
        const tokens = await exchange(...args);
        await connections.disconnect(id);
        return tokens;
      });
      vi.spyOn(ports.oauth, 'revoke').mockImplementation(async (server, client, token) => {
        revoked.push(token.kind);
        await revoke(server, client, token);
      });
    }
    const refused = await finish();
    vi.restoreAllMocks();

    expect(refused).toMatchObject({ status: 409, body: { code: 'authorization_failed' } });
    expect(revoked).toEqual(['refresh_token']);
    expect(await rowOf(id)).toMatchObject({ tokenReferenceId: null });
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

describe('tokens', () => {
  it('are refreshed by the job at four fifths of their lifetime', async () => {
    const { id, read } = await connected();
    const before = await rowOf(id);
    t.clock.advance({ minutes: 47 });
    await refreshConnections(t.ports);
    const early = await rowOf(id);
    t.clock.advance({ minutes: 2 });
    await refreshConnections(t.ports);
    await signInAgain(t, place.owner);
    const after = await rowOf(id);

    expect(early.tokenExpiresAt).toEqual(before.tokenExpiresAt);
    expect(after.tokenExpiresAt?.getTime()).toBe(t.clock.now().getTime() + 3_600_000);
    expect(await read()).toMatchObject({ status: 200, body: { data: { account: 'account-1' } } });
  });

  it('keep working after the provider rotates them, and older ones are destroyed', async () => {
    const { id, read } = await connected();
    for (let turn = 0; turn < 3; turn += 1) {
      t.clock.advance({ minutes: 50 });
      await refreshConnections(t.ports);
    }
    await signInAgain(t, place.owner);
    const { tokenReferenceId } = await rowOf(id);
    const versions = await CredentialVersion.query(knex)
      .where({ referenceId: tokenReferenceId })
      .orderBy('version');

    expect(versions.map(({ status }) => status)).toEqual(['DESTROYED', 'DESTROYED', 'ACTIVE', 'ACTIVE']);
    expect(await read()).toMatchObject({ status: 200 });
  });

  it.each([5, 20, 30])(
    'with a lifetime of %i seconds serve for four fifths of it, and are refreshed then',
    async (life) => {
      idp.accessTokenSeconds = life;
      const { id, read } = await connected();
      const versionOf = async () => {
        const { tokenReferenceId } = await rowOf(id);
        return (await connections.send('GET', `/credential-references/${tokenReferenceId}`)).body.version;
      };
      const first = await versionOf();
      const answers = [await read()];
      t.clock.advance({ seconds: life * 0.8 - 1 });
      answers.push(await read());
      const later = await versionOf();
      t.clock.advance({ seconds: 1 });
      answers.push(await read());

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([later, await versionOf()]).toEqual([first, first + 1]);
    },
  );

  it('that have expired are refreshed by one of many calls, and the others wait for it', async () => {
    const { id, read } = await connected();
    t.clock.advance({ hours: 2 });
    await signInAgain(t, place.owner);
    const answers = await Promise.all(Array.from({ length: 8 }, read));
    const { tokenReferenceId } = await rowOf(id);
    const { body } = await connections.send('GET', `/credential-references/${tokenReferenceId}`);

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(body.version).toBe(2);
  });

  it('that the provider ended early are refreshed at the first refusal', async () => {
    const { read } = await connected();
    idp.endAccessTokens();

    expect(await read()).toMatchObject({ status: 200, body: { data: { account: 'account-1' } } });
  });

  it('of a revoked grant need a person: immediately ACTION_REQUIRED', async () => {
    const { id, read } = await connected();
    idp.endGrants();
    idp.endAccessTokens();
    t.clock.advance({ minutes: 50 });
    await refreshConnections(t.ports);
    await signInAgain(t, place.owner);

    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { isServing: false, problem: 'GRANT_REFUSED', lastErrorCode: 'grant_refused' },
    });
    expect(await read()).toMatchObject({ status: 409, body: { code: 'connection_unusable' } });
    expect(await (await authorize(id)).finish()).toMatchObject({
      body: { status: 'ACTIVE', health: { problem: null } },
    });
    expect(await read()).toMatchObject({ status: 200 });
  });

  it('of a client’s own grant need no person', async () => {
    const { id, connectorId, created } = await draft({
      grant: 'CLIENT_CREDENTIALS',
      scopes: ['records:read'],
    });
    const capabilityId = await connections.capability(connectorId, 'whoAmI');
    const answer = await connections.run(await connections.select(capabilityId, id));

    expect(created.body).toMatchObject({ status: 'ACTIVE', method: 'OAUTH2_CLIENT_CREDENTIALS' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { account: null, client: idp.client.clientId, scopes: ['records:read'] } },
    });
  });
});

describe('a connection with its client’s own grant', () => {
  it('works again after a refused secret, once a new one is stored and tested', async () => {
    const { id, credentialReferenceId } = await draft({
      grant: 'CLIENT_CREDENTIALS',
      scopes: ['records:read'],
      secret: { kind: 'OAUTH2_CLIENT', secret: { ...idp.client, clientSecret: 'another one' } },
    });
    await refreshConnections(t.ports);
    const refused = await rowOf(id);
    await connections.send('POST', `/credential-references/${credentialReferenceId}/versions`, {
      secret: idp.client,
    });

    expect(refused).toMatchObject({ status: 'ACTION_REQUIRED', problem: 'CLIENT_REFUSED' });
    expect((await connections.act(id, 'test')).body).toMatchObject({
      status: 'ACTIVE',
      health: { isServing: true, problem: null },
    });
  });
});

describe('expired tokens while the authorization server fails', () => {
  it('are not sent: calls answer 503, only one asks the server, and no person is needed', async () => {
    const { id, read } = await connected();
    const { authorizationServer } = await rowOf(id);
    const nowhere = { ...authorizationServer, tokenUrl: 'http://127.0.0.1:9/token' };
    await Connection.change(knex, id, t.clock.now(), { authorizationServer: nowhere });
    t.clock.advance({ hours: 2 });
    await signInAgain(t, place.owner);
    const answers = [await read(), await read(), await read()];

    const refused = { status: 503, body: { code: 'provider_unavailable' } };
    expect(answers).toMatchObject([refused, refused, refused]);
    expect(await rowOf(id)).toMatchObject({ status: 'DEGRADED', problem: null, refreshFailures: 1 });
    await Connection.change(knex, id, t.clock.now(), { authorizationServer });
    t.clock.advance({ minutes: 2 });
    expect(await read()).toMatchObject({ status: 200 });
  });

  it('leave a connection disabled that was disabled meanwhile', async () => {
    const { id } = await connected();
    idp.endGrants();
    t.clock.advance({ minutes: 50 });
    const { oauth } = t.ports;
    const refresh = oauth.refresh.bind(oauth);
    oauth.refresh = async (...args) => {
      await signInAgain(t, place.owner);
      await connections.act(id, 'disable');
      return await refresh(...args);
    };
    await refreshConnections(t.ports);
    Object.assign(oauth, { refresh });

    expect(await rowOf(id)).toMatchObject({ status: 'DISABLED', problem: 'GRANT_REFUSED' });
    expect((await connections.act(id, 'enable')).body).toMatchObject({ status: 'ACTION_REQUIRED' });
  });
});

describe('disabling a connection that was never authorized', () => {
  it('ends a pending authorization, and the enabled connection waits for another one', async () => {
    const { id } = await draft();
    const security = await place.as('SECURITY_ADMINISTRATOR');
    const { finish } = await authorize(id);

    expect((await connections.act(id, 'disable', security)).body).toMatchObject({ status: 'DISABLED' });
    expect(await finish()).toMatchObject({ body: { code: 'authorization_failed' } });
    expect(await connections.act(id, 'authorize')).toMatchObject({ body: { code: 'invalid_transition' } });
    expect((await connections.act(id, 'enable')).body).toMatchObject({
      status: 'DRAFT',
      health: { isServing: false, nextCheckAt: null },
    });
    const { finish: again } = await authorize(id);
    expect((await again()).body).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a provider that does not answer', () => {
  it('is asked again after 1, 5, 30, 120 and 360 minutes, while the connection is degraded', async () => {
    const { id } = await connected();
    const { authorizationServer } = await rowOf(id);
    const nowhere = { ...authorizationServer, tokenUrl: 'http://127.0.0.1:9/token' };
    await Connection.change(knex, id, t.clock.now(), { authorizationServer: nowhere });
    t.clock.advance({ minutes: 50 });
    const waits: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      await refreshConnections(t.ports);
      const { refreshDueAt } = await rowOf(id);
      waits.push(((refreshDueAt?.getTime() ?? 0) - t.clock.now().getTime()) / 60_000);
      t.clock.set(refreshDueAt?.toISOString() ?? '');
    }

    expect(waits).toEqual([1, 5, 30, 120, 360]);
    expect(await rowOf(id)).toMatchObject({ status: 'DEGRADED', lastErrorCode: 'unavailable' });
    await Connection.change(knex, id, t.clock.now(), { authorizationServer });
    await refreshConnections(t.ports);
    expect(await rowOf(id)).toMatchObject({ refreshFailures: 0 });
  });
});

describe('disconnecting', () => {
  it('revokes the grant at the provider, and destroys the tokens and the client', async () => {
    const { id, credentialReferenceId } = await connected();
    const { tokenReferenceId } = await rowOf(id);
    const { body } = await connections.disconnect(id);
    await revokeGrants(t.ports);
    const versions = await CredentialVersion.query(knex).whereIn('referenceId', [
      credentialReferenceId,
      tokenReferenceId ?? '',
    ]);

    expect(body).toMatchObject({ status: 'DISCONNECTING', revocation: 'PENDING' });
    expect(await rowOf(id)).toMatchObject({ status: 'DISCONNECTED', revocation: 'REVOKED' });
    expect(new Set(versions.map(({ status }) => status))).toEqual(new Set(['DESTROYED']));
    expect((await typesOf(id)).slice(-2)).toEqual(['connection.disconnecting', 'connection.disconnected']);
  });

  it('retries for a day if the provider does not answer, and then gives up', async () => {
    const { id } = await connected();
    const { authorizationServer } = await rowOf(id);
    const nowhere = { ...authorizationServer, revocationUrl: 'http://127.0.0.1:9/revoke' };
    await Connection.change(knex, id, t.clock.now(), { authorizationServer: nowhere });
    await connections.disconnect(id);
    const begun = t.clock.now().getTime();
    let tries = 0;
    for (; tries < 20 && (await rowOf(id)).status === 'DISCONNECTING'; tries += 1) {
      await revokeGrants(t.ports);
      t.clock.set((await rowOf(id)).revokeDueAt?.toISOString() ?? t.clock.now().toISOString());
    }

    expect(await rowOf(id)).toMatchObject({ status: 'DISCONNECTED', revocation: 'FAILED' });
    expect(tries).toBeGreaterThan(4);
    expect(t.clock.now().getTime() - begun).toBeLessThanOrEqual(24 * 3_600_000);
  });
});
