import { beforeEach, describe, expect, it } from 'vitest';
import { forgetConnectionCalls } from '../../../../server/jobs/forget.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { seriesOf } from '../../../support/series.ts';

const t = await testApp({
  EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
});
const place = await cast(t);
const connections = connectionsOf(t, place);
const shop = await provider();
const series = seriesOf(t, place.owner, place.workspaceId);
const start = t.clock.now().toISOString();

async function selected() {
  const made = await connections.made(shop);
  const capabilityId = await connections.capability(made.connectorId, 'getOrder');
  const select = async () => await connections.select(capabilityId, made.id);
  const read = async (args: object = { orderId: 7 }, selection?: string) =>
    await connections.run(selection ?? (await select()), { arguments: args });
  return { path: `connect/connections/${made.id}/calls`, id: made.id, select, read };
}

beforeEach(async () => {
  shop.instead = null;
  t.clock.set(start);
  await signInAgain(t, place.owner);
});

describe('the calls through a connection', () => {
  it('are counted by the hour, the failed ones also as failed, and a repeated write changes nothing', async () => {
    const { path, read } = await selected();
    await read();
    await read();
    t.clock.advance({ hours: 2 });
    await signInAgain(t, place.owner);
    await read();
    shop.instead = { status: 500 };
    await read();
    await t.writeKeyUse();
    await t.writeKeyUse();

    expect(await series.points(path, { from: start })).toEqual([
      ['11-20T09', { calls: 2, failed: 0 }],
      ['11-20T10', { calls: 0, failed: 0 }],
      ['11-20T11', { calls: 2, failed: 1 }],
    ]);
  });

  it('do not include those that the server refused itself', async () => {
    const { path, id, select, read } = await selected();
    const selection = await select();
    const invalid = await read({ orderId: 'seven' });
    await connections.act(id, 'disable');
    const disabled = await read({ orderId: 7 }, selection);
    await t.writeKeyUse();

    expect([invalid.body.code, disabled.status]).toEqual(['validation_failed', expect.toBeOneOf([409, 422])]);
    expect(await series.points(path, { from: start })).toEqual([['11-20T09', { calls: 0, failed: 0 }]]);
  });

  it('of a connection of another workspace are not found', async () => {
    const { path } = await selected();
    const other = await cast(t);

    const { status, body } = await seriesOf(t, other.owner, other.workspaceId).read(path, { from: start });

    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('are stored for 32 days, as the answer states', async () => {
    const { path, read } = await selected();
    await read();
    t.clock.advance({ hours: 1 });
    await signInAgain(t, place.owner);
    await read();
    await t.writeKeyUse();
    t.clock.advance({ days: 32 });
    await forgetConnectionCalls(t.ports);

    const { body } = await series.read(path, { from: start, bucket: 'DAY' });

    expect(body.storedSince).toBe('2026-11-20T10:00:00.000Z');
    expect(body.points[0]).toEqual({ start: '2026-11-20T00:00:00.000Z', calls: 1, failed: 0 });
  });
});
