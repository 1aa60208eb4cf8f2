import { describe, expect, it, vi } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { revokeGrants } from '../../../../schema/connect/connection/revoke-grants.ts';
import { testApp } from '../../../support/app.ts';
import { oauthWorld } from './oauth.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, draft, authorize, connected, typesOf, rowOf } = await oauthWorld(t);
const { knex } = t.ports.database;

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
