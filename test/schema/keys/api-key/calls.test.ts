import { afterEach, describe, expect, it } from 'vitest';
import { ApiKeyCalls } from '../../../../db/models/api-key-calls.ts';
import { forgetKeyCalls } from '../../../../server/jobs/forget.ts';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { seriesOf } from '../../../support/series.ts';
import { shopDocument } from '../../../support/shop-document.ts';

// Until a call is written, only the called instance knows of it.
const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { instances: 1 });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const series = seriesOf(t, owner, workspace);
const { knex } = t.ports.database;
const start = t.clock.now().toISOString();

const echo = async (as: string) => await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'hi' } });
const pathOf = (applicationId: string) => `applications/${applicationId}/calls`;

async function calledAt(secret: string, ...times: string[]) {
  for (const time of times) {
    t.clock.set(`2026-11-${time}Z`);
    await echo(secret);
  }
}

afterEach(() => t.clock.set(start));

describe('the calls of a key', () => {
  it('are counted by the hour, with 0 in hours without a call', async () => {
    const key = await applicationWithKey(t, everyone);
    await calledAt(key.secret, '20T09:00:00.000', '20T09:59:59.999', '20T11:00:00.000');

    const points = await series.points(pathOf(key.applicationId), {
      apiKeyId: key.keyId,
      from: '2026-11-20T08:30:00Z',
    });

    expect(points).toEqual([
      ['11-20T08', { calls: 0 }],
      ['11-20T09', { calls: 2 }],
      ['11-20T10', { calls: 0 }],
      ['11-20T11', { calls: 1 }],
    ]);
  });

  it('of two days are divided at midnight in UTC', async () => {
    const key = await applicationWithKey(t, everyone);
    await calledAt(key.secret, '20T23:59:59.999', '21T00:00:00.000', '21T08:00:00.000');

    const days = await series.points(pathOf(key.applicationId), {
      bucket: 'DAY',
      from: '2026-11-19T12:00:00+02:00',
    });

    expect(days).toEqual([
      ['11-19T00', { calls: 0 }],
      ['11-20T00', { calls: 1 }],
      ['11-21T00', { calls: 2 }],
    ]);
  });

  it('are the same before and after they are written, and add up to callsLast24Hours', async () => {
    const key = await applicationWithKey(t, everyone);
    const seen = async () => {
      const points = await series.points(pathOf(key.applicationId), { from: '2026-11-19T10:00:00Z' });
      const path = `/api/console/applications/${key.applicationId}/keys/${key.keyId}`;
      const { body } = await t.rest('GET', path, { as: owner, workspace });
      return [points.reduce((sum, [, { calls }]) => sum + Number(calls), 0), body.callsLast24Hours];
    };
    await echo(key.secret);
    const unwritten = await seen();
    await t.writeKeyUse();
    await echo(key.secret);

    expect([unwritten, await seen()]).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('add up to the calls of operations, if every call was one', async () => {
    const shop = await callable(t, everyone, shopDocument);
    for (let call = 0; call < 3; call += 1) await shop.call('GET', '/orders');
    await shop.call('GET', '/orders/1');
    await t.writeKeyUse();
    const operation = async (id: string) => {
      const path = `/api/developer-portal/reference/operations/${shop.slug}.v1.${id}?audience=workspace`;
      return (await t.rest('GET', path, { as: owner, workspace })).body.calls as number;
    };

    const points = await series.points(pathOf(shop.key.applicationId), { from: start });

    expect(points).toEqual([['11-20T09', { calls: 4 }]]);
    expect((await operation('listOrders')) + (await operation('getOrder'))).toBe(4);
  });

  it('of an application are those of all its keys, also of revoked ones', async () => {
    const key = await applicationWithKey(t, everyone);
    const keys = `/api/console/applications/${key.applicationId}/keys`;
    const body = { name: 'other', environment: 'SANDBOX', scopes: ['write'] };
    const other = (await t.rest('POST', keys, { as: owner, workspace, body })).body;
    await echo(key.secret);
    await echo(other.secret);
    await t.rest('POST', `${keys}/${other.id}/revoke`, { as: owner, workspace });
    await echo(other.secret);

    const of = async (query: object) =>
      await series.points(pathOf(key.applicationId), { from: start, ...query });

    expect(await of({})).toEqual([['11-20T09', { calls: 2 }]]);
    expect(await of({ apiKeyId: other.id })).toEqual([['11-20T09', { calls: 1 }]]);
  });

  it('of another application are not found', async () => {
    const [key, other] = [await applicationWithKey(t, everyone), await applicationWithKey(t, everyone)];

    const { status, body } = await series.read(pathOf(other.applicationId), {
      apiKeyId: key.keyId,
      from: start,
    });

    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('are stored for 32 days, as the answer states', async () => {
    const key = await applicationWithKey(t, everyone);
    await calledAt(key.secret, '20T08:00:00', '20T09:00:00');
    await t.writeKeyUse();
    t.clock.set('2026-12-22T09:00:00Z');
    await forgetKeyCalls(t.ports);

    const { body } = await series.read(pathOf(key.applicationId), { from: start, bucket: 'DAY' });

    expect(body.storedSince).toBe(start);
    expect(body.points).toHaveLength(33);
    expect(body.points[0]).toEqual({ start: '2026-11-20T00:00:00.000Z', calls: 1 });
  });

  it('of more hours than a series has points are refused', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);

    const { status, body } = await series.read(pathOf(applicationId), { from: '2026-10-01T00:00:00Z' });

    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.message).toContain('Send `bucket` DAY, or a span of at most 750 hours.');
  });

  it('are shown as far as an Int goes', async () => {
    const key = await applicationWithKey(t, everyone);
    await calledAt(key.secret, '20T09:00:00', '20T10:00:00');
    await t.writeKeyUse();
    await ApiKeyCalls.query(knex).patch({ calls: 2_000_000_000 }).where({ keyId: key.keyId });

    const points = await series.points(pathOf(key.applicationId), { from: start, bucket: 'DAY' });

    expect(points).toEqual([['11-20T00', { calls: 2_147_483_647 }]]);
  });
});
