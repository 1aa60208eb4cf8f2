import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { refreshConnections } from '../../../../schema/connect/connection/refresh.ts';
import { testApp } from '../../../support/app.ts';
import { signInAgain } from '../../../support/people.ts';
import { oauthWorld } from './oauth.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, idp, draft, authorize, connected, rowOf } = await oauthWorld(t);
const { knex } = t.ports.database;

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

  it('are not sent if the row that is read again has another address than the service wrote', async () => {
    idp.accessTokenSeconds = 30;
    const { id, read } = await connected();
    // Caches the row.
    expect(await read()).toMatchObject({ status: 200 });
    t.clock.advance({ seconds: 30 });
    const tokenExpiresAt = new Date(t.clock.now().getTime() + 3_600_000);
    await knex('connection').where({ id }).update({ tokenExpiresAt, baseUrl: 'http://127.0.0.1:1' });

    expect(await read()).toMatchObject({ status: 403, body: { code: 'integrity_check_failed' } });
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
