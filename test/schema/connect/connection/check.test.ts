import { describe, expect, it } from 'vitest';
import { checkConnections } from '../../../../schema/connect/connection/check.ts';
import { testApp } from '../../../support/app.ts';
import { signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { readWorld } from './read.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, shop, selected } = await readWorld(t);
const never = new AbortController().signal;

describe('the account of a connection', () => {
  it('cannot be read from another place once it is known', async () => {
    const { id, connectorId } = await selected('listOrders', { testedBy: 'whoAmI', accountPointer: '/id' });
    await connections.act(id, 'test');
    const another = { testCapabilityId: await connections.capability(connectorId, 'listOrders') };
    const change = async (parts: object) => await connections.send('PATCH', `/connections/${id}`, parts);

    const refused = { status: 409, body: { code: 'invalid_transition' } };
    expect([await change({ accountPointer: '/name' }), await change(another)]).toMatchObject([
      refused,
      refused,
    ]);
  });
});

describe('the check at creation and every six hours', () => {
  it('tests a new connection immediately, so that a wrong secret is found early', async () => {
    const secret = { kind: 'BEARER', secret: { token: 'tok-that-nobody-gave-out-0123456789' } };
    const { id } = await connections.made(shop, { secret, testedBy: 'whoAmI' });
    await checkConnections(t.ports, never);

    expect(await connections.read(id)).toMatchObject({
      status: 'ACTION_REQUIRED',
      health: { problem: 'CREDENTIAL_REFUSED' },
    });
  });

  it('sends no secret by a row that was changed outside of the service', async () => {
    const thief = await provider();
    const { id } = await connections.made(shop, { testedBy: 'whoAmI' });
    await t.ports.database.knex.raw('update connection set base_url = ? where id = ?', [thief.origin, id]);
    await checkConnections(t.ports, never);

    expect(thief.asked).toEqual([]);
  });

  it('tests a connection automatically', async () => {
    const { id } = await connections.made(shop, { testedBy: 'whoAmI' });
    shop.instead = { status: 503 };
    t.clock.advance({ hours: 6 });
    await checkConnections(t.ports, never);
    await signInAgain(t, place.owner);

    expect(await connections.read(id)).toMatchObject({
      status: 'DEGRADED',
      health: {
        lastErrorCode: 'provider_error',
        nextCheckAt: new Date(t.clock.now().getTime() + 6 * 3_600_000).toISOString(),
      },
    });
    shop.instead = null;
    expect((await connections.act(id, 'test')).body).toMatchObject({ status: 'ACTIVE' });
  });
});
