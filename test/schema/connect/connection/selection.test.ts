import { describe, expect, it } from 'vitest';
import { Capability } from '../../../../db/models/capability.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { provider, token } from '../../../support/provider.ts';
import { readWorld } from './read.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, shop, selected } = await readWorld(t);
const { knex } = t.ports.database;

describe('a selection', () => {
  const stale = { status: 409, body: { code: 'selection_stale' } };

  it('belongs to its caller', async () => {
    const { selection } = await selected();

    expect(await connections.run(selection, {}, await place.as('ADMIN'))).toMatchObject(stale);
    expect(shop.asked).toEqual([]);
  });

  it('is never authority: a member who may not read is refused with one, too', async () => {
    const { id, capabilityId } = await selected();
    const viewer = await place.as('VIEWER');
    const theirs = await connections.select(capabilityId, id, viewer);

    expect(await connections.run(theirs, {}, viewer)).toMatchObject({
      status: 403,
      body: { permission: 'connections:use' },
    });
  });

  it('expires after fifteen minutes', async () => {
    const { selection } = await selected();
    t.clock.advance({ minutes: 16 });

    expect(await connections.run(selection)).toMatchObject(stale);
  });

  it.each([
    ['changed', (text: string) => `${text.slice(0, -6)}${text.at(-6) === 'A' ? 'B' : 'A'}${text.slice(-5)}`],
    ['cut short', (text: string) => text.slice(0, -1)],
    ['made up', () => 'sel_AAAA'],
  ])('that was %s is rejected', async (_what, change) => {
    const { selection } = await selected();

    expect(await connections.run(change(selection))).toMatchObject(stale);
  });

  it('of a capability that has drifted is rejected until it is described again', async () => {
    const drifting = await provider();
    const made = await connections.made(drifting);
    const capabilityId = await connections.capability(made.connectorId, 'listOrders');
    const selection = await connections.select(capabilityId, made.id);
    const document = drifting.document.replace('"enum":["open","closed"]', '"enum":["open"]');
    await connections.send('POST', `/connectors/${made.connectorId}/import`, { document });
    await importAll(t);

    expect(await connections.run(selection)).toMatchObject(stale);
    const again = await connections.select(capabilityId, made.id);
    expect(await connections.run(again)).toMatchObject({ status: 200 });
  });

  it('of a capability that its provider no longer describes is rejected', async () => {
    const { selection, capabilityId } = await selected();
    await Capability.query(knex).findById(capabilityId).patch({ removedAt: t.clock.now() });

    expect(await connections.run(selection)).toMatchObject(stale);
  });

  it('of a write is refused by a read', async () => {
    const { selection } = await selected('createOrder');

    expect(await connections.run(selection, { arguments: { body: { id: 1, item: 'Lamp' } } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(shop.asked).toEqual([]);
  });

  it('is made only through a connection to the same provider', async () => {
    const { id } = await connections.made(shop);
    const other = await connections.connector(shop);
    const capabilityId = await connections.capability(other, 'listOrders');
    const path = `/capabilities/${capabilityId}?connectionId=${id}`;

    expect(await connections.send('GET', path)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/connectionId' }] },
    });
  });
});

describe('a description that is imported again', () => {
  const again = async (connectorId: string, document: string) => {
    await connections.send('POST', `/connectors/${connectorId}/import`, { document });
    await importAll(t);
  };

  it('does not move an API key to another place', async () => {
    const apiKey = { type: 'apiKey', in: 'header', name: 'x-api-key' };
    const keyed = await provider({ token: apiKey });
    const secret = { kind: 'API_KEY', secret: { apiKey: token } };
    const { id, connectorId } = await connections.made(keyed, { secret });
    const moved = keyed.document.replace('"in":"header","name":"x-api-key"', '"in":"query","name":"note"');
    await again(connectorId, moved);
    const capabilityId = await connections.capability(connectorId, 'listOrders');
    await connections.run(await connections.select(capabilityId, id));

    expect(moved).not.toBe(keyed.document);
    expect(keyed.asked).toMatchObject([{ path: '/orders', headers: { 'x-api-key': token } }]);
  });

  it('does not turn a test into a write', async () => {
    const changing = await provider();
    const { id, connectorId } = await connections.made(changing, { testedBy: 'whoAmI' });
    await again(connectorId, changing.document.replace('"/me":{"get":', '"/me":{"delete":'));
    const { body } = await connections.act(id, 'test');

    expect(body.health.lastErrorCode).toBe('connection_unusable');
    expect(changing.asked).toEqual([]);
  });
});
