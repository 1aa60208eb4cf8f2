import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { remedies } from '../../../schema/values/error-remedies.ts';
import { errorTable } from '../../../schema/values/error-table.ts';
import { testApp } from '../../support/app.ts';
import { lintProduct } from '../../support/lint.ts';
import { cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const t = await testApp({ BASE_URL: 'https://sallyport.acme.dev' });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const shop = await callable(t, everyone, shopDocument);
const product = `${shop.slug}@v1`;

const base = '/api/developer-portal/reference';
const get = async (path: string, headers: Record<string, string> = {}) =>
  await t.rest('GET', `${base}${path}`, { as: owner, workspace, headers });

describe('spec §9: the API reference can be downloaded', () => {
  it('the public audience is the document of /openapi.json', async () => {
    const [{ body }, { body: everybody }] = [
      await get('/openapi.json'),
      await t.rest('GET', '/openapi.json'),
    ];

    expect(body).toEqual(everybody);
  });

  it('the audience `workspace` adds the published products, each operation once', async () => {
    const { body } = await get('/openapi.json?audience=workspace');
    const { body: everybody } = await t.rest('GET', '/openapi.json');
    const { [`/${shop.slug}/v1/orders`]: orders } = body.paths;

    expect(body.paths).toMatchObject(everybody.paths);
    expect(Object.keys(body.paths)).toHaveLength(
      Object.keys(everybody.paths).length + Object.keys(shopDocument.paths).length,
    );
    expect(orders.servers.map(({ url }: { url: string }) => url)).toEqual([
      'https://sallyport.acme.dev/v1/sandbox/products',
    ]);
    expect(orders.post).toMatchObject({
      operationId: `${shop.slug}.v1.createOrder`,
      'x-product': product,
      'x-operation-id': 'createOrder',
      'x-required-scope': 'write',
      security: [{ sandboxKey: [] }, { liveKey: [] }],
    });
    expect(orders.get).not.toHaveProperty('x-callable');
  });

  it('a product alone is a document with its own paths and ids', async () => {
    const { body } = await get(`/openapi.json?audience=workspace&product=${product}`);

    expect(Object.keys(body.paths)).toEqual(Object.keys(shopDocument.paths));
    expect(body.info).toMatchObject({ title: 'Shop', version: '1.1' });
    expect(body.servers[0].url).toBe(`https://sallyport.acme.dev/v1/sandbox/products/${shop.slug}/v1`);
    expect(body.paths['/orders'].get.operationId).toBe('listOrders');
  });

  it.each(['audience=workspace', `audience=mine&product=${product}`, 'audience=mine'])(
    'lints clean with products in it: %s',
    async (query) => {
      const { body } = await get(`/openapi.json?${query}`);

      expect(await lintProduct(body)).toEqual([]);
    },
  );

  it('YAML states the same as JSON', async () => {
    const query = `?audience=mine&product=${product}`;
    const [{ body: json }, { body: yaml, headers }] = [
      await get(`/openapi.json${query}`),
      await get(`/openapi.yaml${query}`),
    ];

    expect(headers['content-type']).toMatch('application/yaml');
    expect(parse(String(yaml))).toEqual(json);
  });

  it('has an ETag and a digest, and answers 304 until something changes', async () => {
    const path = `/openapi.json?audience=mine&product=${product}&applicationId=${shop.key.applicationId}`;
    const first = await get(path);
    const etag = String(first.headers['etag']);
    const again = await get(path, { 'if-none-match': `"other", W/${etag}` });
    await shop.send('POST', `/applications/${shop.key.applicationId}/suspend`, { reason: 'test' });
    const changed = await get(path, { 'if-none-match': etag });
    const other = await get(path, { 'if-match': etag });
    const same = await get(path, { 'if-match': String(changed.headers['etag']) });
    await shop.send('POST', `/applications/${shop.key.applicationId}/reactivate`);

    const digest = createHash('sha256').update(JSON.stringify(first.body)).digest('base64');
    expect(first.headers['repr-digest']).toBe(`sha-256=:${digest}:`);
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(changed.status).toBe(200);
    expect(other).toMatchObject({ status: 412, body: { code: 'version_conflict' } });
    expect(same.status).toBe(200);
  });

  it('refuses what the audience does not have, with a pointer', async () => {
    const applicationId = shop.key.applicationId;
    const pointerOf = async (query: string) =>
      (await get(`/openapi.json?${query}`)).body.errors?.[0]?.pointer;

    expect(await pointerOf(`audience=public&product=${product}`)).toBe('/product');
    expect(await pointerOf(`audience=workspace&applicationId=${applicationId}`)).toBe('/applicationId');
    expect(await pointerOf('audience=everyone')).toBe('/audience');
    expect(await pointerOf('audience=mine&product=shop')).toBe('/product');
    expect(await get('/openapi.json?audience=mine&product=nothing@v1')).toMatchObject({ status: 404 });
  });
});

describe('GET …/reference/operations', () => {
  it('lists the operations in pages, in the order of the document', async () => {
    const { body: whole } = await get('/openapi.json?audience=workspace');
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await get(`/operations?audience=workspace&limit=50${cursor && `&cursor=${cursor}`}`);
      expect(body.data.length).toBeLessThanOrEqual(50);
      ids.push(...body.data.map(({ operationId }: { operationId: string }) => operationId));
      cursor = body.page.nextCursor;
    }

    const stated = Object.values(whole.paths).flatMap((methods) =>
      Object.values(methods as object).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(ids).toEqual(stated);
  });

  it('one operation has a document of its own schemas, and the calls of your keys', async () => {
    await shop.call('GET', '/orders');
    await shop.call('GET', '/orders');
    await t.writeKeyUse();
    const { body } = await get(`/operations/${shop.slug}.v1.listOrders?audience=mine`);
    const viewer = await everyone.as('BILLING_ADMINISTRATOR');
    const path = `${base}/operations/${shop.slug}.v1.listOrders?audience=mine`;
    const { body: forOthers } = await t.rest('GET', path, { as: viewer, workspace });

    expect(body).toMatchObject({ product, productOperationId: 'listOrders', calls: 2, isCallable: false });
    expect(forOthers).toMatchObject({ calls: null, unfitAnswers: null });
    expect(await lintProduct(body.document)).toEqual([]);
  });

  it('an unknown operation is not found', async () => {
    expect(await get('/operations/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('GET …/reference/errors, …/diff and /changelog', () => {
  it('lists every refusal, and nothing else', async () => {
    const { body } = await get('/errors');

    expect(body.data.map(({ code }: { code: string }) => code)).toEqual(Object.keys(errorTable));
    expect(body.data).toContainEqual({
      code: 'not_found',
      status: 404,
      title: errorTable.not_found[1],
      remedy: remedies.not_found,
    });
  });

  it('compares two versions, and tells how often your keys called what changes', async () => {
    const other = await callable(t, everyone, shopDocument);
    await other.call('POST', '/orders', { body: { item: 'tea' } });
    await t.writeKeyUse();
    const later = structuredClone(shopDocument);
    Object.assign(later.paths['/orders'].get, { description: 'The newest first.' });
    Object.assign(later.paths['/orders'].post.responses, { 202: { description: 'Later.' } });
    await other.publish(later, { changelog: undefined });

    const query = `from=${other.slug}@v1.1&to=${other.slug}@v1.2`;
    const { body } = await get(`/diff?${query}`);
    const { body: log } = await t.rest('GET', '/api/developer-portal/changelog?limit=1', {
      as: owner,
      workspace,
    });

    const found = body.changes.map(({ kind, operationId, calls }: Record<string, unknown>) => [
      kind,
      operationId,
      calls,
    ]);
    expect(found).toEqual([
      [expect.any(String), 'createOrder', 1],
      ['WORDS', 'listOrders', 0],
    ]);
    expect(log.data).toMatchObject([{ name: `${other.slug}@v1.2`, status: 'PUBLISHED' }]);
    expect(log.data[0].changes).toHaveLength(2);
  });

  it('compares two majors, without advice to the author of the API', async () => {
    const other = await callable(t, everyone, shopDocument);
    const { '/code': _removed, ...paths } = shopDocument.paths;
    await other.publish({ ...shopDocument, paths }, { major: 2 });

    const { body } = await get(`/diff?from=${other.slug}@v1.1&to=${other.slug}@v2.1`);

    expect(body.changes).toMatchObject([
      { kind: 'BREAKING', code: 'operation_removed', operationId: 'getCode' },
    ]);
    expect(body.changes[0].message).not.toContain('new major version');
  });

  it('refuses versions of two products, drafts and unknown ones', async () => {
    const other = await callable(t, everyone, shopDocument);
    const code = async (from: string, to: string) => (await get(`/diff?from=${from}&to=${to}`)).body.code;

    expect(await code(`${shop.slug}@v1.1`, `${other.slug}@v1.1`)).toBe('validation_failed');
    expect(await code(`${shop.slug}@v1.1`, `${shop.slug}@v1.9`)).toBe('not_found');
    expect(await code(`${shop.slug}@v1`, `${shop.slug}@v1.1`)).toBe('validation_failed');
  });
});
