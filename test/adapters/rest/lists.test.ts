import { print } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { routes } from '../../../adapters/rest/routes.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

const t = await testApp({}, { instances: 1 });
const { knex } = t.ports.database;
const { owner, workspaceId: workspace } = await cast(t);
const get = async (path: string) => await t.rest('GET', `/api/console${path}`, { as: owner, workspace });

const lists = routes.flatMap(({ method, path, query, document }) => {
  const shape = (query as z.ZodObject | undefined)?.shape;
  return shape && 'cursor' in shape ? [{ title: `${method} ${path}`, shape, text: print(document) }] : [];
});

describe('every list of REST', () => {
  it.each(lists)(
    '$title passes on the order and the count that it offers, and offers what it can',
    ({ shape, text }) => {
      const canTurn = ['last: $last', 'before: $before', 'hasPreviousPage', 'startCursor'];
      const has = (part: string) => text.includes(part);

      expect(canTurn.map(has)).toEqual(canTurn.map(() => 'order' in shape));
      expect(has('totalCount @include(if: $count)')).toBe('count' in shape);
    },
  );

  it('counts approvals, keys, deliveries, audit entries and events', () => {
    const counted = lists.filter(({ shape }) => 'count' in shape).map(({ title }) => title);

    expect(counted.toSorted()).toEqual([
      'GET /api/console/api-keys',
      'GET /api/console/applications/:applicationId/keys',
      'GET /api/console/approvals',
      'GET /api/console/audit',
      'GET /api/console/events',
      'GET /api/console/webhooks/deliveries',
    ]);
  });
});

describe('a list', () => {
  it('reads from either end, page by page, without a gap or a repetition', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await t.rest('POST', '/api/console/applications', { as: owner, workspace, body: { name } });
    const pages = async (order: string) => {
      const found: string[][] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await get(`/applications?limit=2${order}${cursor && `&cursor=${cursor}`}`);
        found.push(body.data.map(({ name }: { name: string }) => name));
        expect(body.page.hasMore).toBe(body.page.nextCursor !== null);
        expect(body.page).not.toHaveProperty('totalCount');
        cursor = body.page.nextCursor;
      }
      return found;
    };

    expect(await pages('')).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
    expect(await pages('&order=oldest')).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
    expect(await pages('&order=newest')).toEqual([['E', 'D'], ['C', 'B'], ['A']]);
  });

  it('422 validation_failed: has no other order, and only forward lists have none', async () => {
    for (const path of [
      '/applications?order=name',
      '/connect/capabilities?order=newest',
      '/events?count=false',
    ])
      expect(await get(path)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('is counted over all pages with its filters, and only if the request says so', async () => {
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => void statements.push(sql);
    knex.on('query', listen);
    const plain = await get('/events?limit=1&types=application.*');
    const [before] = [statements.filter((sql) => sql.includes('count(*)')).length];
    const counted = await get('/events?limit=1&types=application.*&count=true');
    knex.off('query', listen);

    expect(plain.body.page).not.toHaveProperty('totalCount');
    expect(before).toBe(0);
    expect(counted.body.page).toMatchObject({ totalCount: 5, hasMore: true });
    expect((await get('/audit?count=true&action=application.created')).body.page.totalCount).toBe(5);
    expect((await get('/approvals?count=true&decidableByMe=true')).body.page.totalCount).toBe(0);
    expect((await get('/webhooks/deliveries?count=true')).body.page.totalCount).toBe(0);
    expect((await get('/api-keys?count=true')).body.page.totalCount).toBe(0);
  });

  it('of more than 10,000 has the count null', async () => {
    const copies = (from: number, to: number) =>
      knex.raw(
        `insert into event select (jsonb_populate_record(null::event, to_jsonb(one) || jsonb_build_object(
           'id', 'evt_' || lpad(n::text, 26, '0'), 'position', 1000 + n))).*
         from (select * from event where workspace_id = ? and type = 'application.created' limit 1) one,
           generate_series(?::integer, ?::integer) n`,
        [workspace, from, to],
      );
    const total = async () =>
      (await get('/events?limit=1&types=application.*&count=true')).body.page.totalCount;

    await copies(1, 9_995);
    const [full] = [await total()];
    await copies(9_996, 9_996);

    expect([full, await total()]).toEqual([10_000, null]);
  });
});
