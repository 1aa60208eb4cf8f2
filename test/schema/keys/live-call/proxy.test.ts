import type { IncomingMessage } from 'node:http';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { liveShop } from '../../../support/live-products.ts';
import { shopDocument } from '../../../support/shop-document.ts';
import { callable } from '../../../support/product-calls.ts';
import { openUpstream, productsOf, upstreamSecret as secret } from '../../../support/upstream.ts';

const upstream = await openUpstream();
const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const { proxied, referenceOf } = await productsOf(t, everyone, upstream);

describe('second wave §1.6: a proxied live call', () => {
  it('reaches the upstream of the live version with its credential, and the answer comes back', async () => {
    const { go } = await proxied();

    const got = await go('GET', '/orders?limit=2', { headers: { 'x-region': 'eu' } });
    const made = await go('POST', '/orders', { body: { item: 'tea' } });

    expect(got).toMatchObject({
      status: 200,
      body: [{ id: 'o1', item: 'tea' }],
      headers: { 'sallyport-upstream': '1', 'sallyport-version': '1.1' },
    });
    expect(upstream.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/orders?limit=2', ''],
      ['POST', '/api/orders', '{"item":"tea"}'],
    ]);
    expect(upstream.asked[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-region': 'eu' });
    expect(upstream.asked[1]?.headers['content-type']).toBe('application/json');
    expect(made.headers['sallyport-answer']).toBe('unfit');
  });

  it('carries no key, cookie or header of the connection, and nothing that says Sallyport but its own', async () => {
    const { go, live } = await proxied();

    await go('GET', '/orders', {
      headers: {
        cookie: 'a=b',
        te: 'trailers',
        'x-forwarded-for': '10.0.0.1',
        forwarded: 'for=10.0.0.1',
        'sallyport-assertion': 'forged',
        'sallyport-other': '1',
        'x-mine': 'kept',
      },
    });

    const headers: IncomingMessage['headers'] = upstream.asked[0]?.headers ?? {};
    expect(JSON.stringify(headers)).not.toContain(live.secret);
    expect(Object.keys(headers).toSorted()).toEqual(
      expect.arrayContaining(['authorization', 'sallyport-assertion', 'traceparent', 'x-mine']),
    );
    for (const name of ['cookie', 'te', 'x-forwarded-for', 'forwarded', 'sallyport-other'])
      expect(headers).not.toHaveProperty(name);
    expect(headers['sallyport-assertion']).not.toBe('forged');
  });

  it('says who calls by an assertion of 60 seconds, which the upstream verifies with the JWKS', async () => {
    const { go, slug, live, applicationId } = await proxied();
    await go('GET', '/orders');
    const { body: jwks } = await t.rest('GET', '/.well-known/jwks.json');

    const { payload } = await jwtVerify(
      String(upstream.asked[0]?.headers['sallyport-assertion']),
      createLocalJWKSet(jwks),
      {
        issuer: t.config.baseUrl,
        audience: upstream.origin,
        typ: 'upstream-assertion+jwt',
        currentDate: t.clock.now(),
      },
    );

    const now = Math.floor(t.clock.now().getTime() / 1000);
    expect(payload).toEqual({
      iss: t.config.baseUrl,
      aud: upstream.origin,
      sub: applicationId,
      workspace,
      keyId: live.id,
      product: `${slug}@v1`,
      operationId: 'listOrders',
      scopes: ['read', 'write'],
      iat: now,
      exp: now + 60,
    });
  });

  it('is judged as in the sandbox before the upstream hears of it', async () => {
    const { go, slug, key } = await proxied();
    const other = await callable(t, everyone, shopDocument);

    const answers = [
      await t.rest('GET', `/v1/products/${slug}/v1/orders`),
      await t.rest('GET', `/v1/products/${slug}/v1/orders`, { as: key.secret }),
      await go('GET', '/nothing'),
      await go('DELETE', '/orders'),
      await go('POST', '/orders', { body: { item: 7 } }),
      await go('GET', '/orders?limit=100'),
      await go('POST', '/orders', { body: 'item', headers: { 'content-type': 'text/plain' } }),
      await t.rest('GET', `/v1/products/${other.slug}/v1/orders`, { as: key.secret }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'credential_missing'],
      [401, 'wrong_environment'],
      [404, 'not_found'],
      [405, 'method_not_allowed'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
      [415, 'unsupported_media_type'],
      [401, 'wrong_environment'],
    ]);
    expect(upstream.asked).toEqual([]);
  });

  it('stays below the path of the upstream', async () => {
    const { go } = await proxied();

    const answers = [
      await go('GET', '/orders/%2e%2e'),
      await go('GET', '/orders/..%2f..%2fadmin'),
      await go('GET', '/orders/a%20b'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 422, 200]);
    expect(upstream.asked.map(({ url }) => url)).toEqual(['/api/orders/a%20b']);
  });

  it('loses cookies, encodings and the credential in its answer', async () => {
    const { go } = await proxied();
    upstream.respond = (response) =>
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'set-cookie': 'a=b',
          'x-echo': `Bearer ${secret}`,
          'sallyport-upstream': '2',
          'content-security-policy': 'default-src *',
        })
        .end(JSON.stringify([{ id: secret, item: `${Buffer.from(secret).toString('base64')} tea` }]));

    const got = await go('GET', '/orders');

    expect(JSON.stringify([got.headers, got.body])).not.toContain(secret);
    expect(JSON.stringify(got.body)).not.toContain(Buffer.from(secret).toString('base64'));
    expect(got.headers).not.toHaveProperty('set-cookie');
    expect(got.headers['sallyport-upstream']).toBe('1');
    expect(got.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('passes any status and any bytes on, and tells an answer that does not fit', async () => {
    const { slug, live } = await proxied();
    const bytes = Buffer.from([0, 255, 128, 10, 13]);
    upstream.respond = (response) =>
      response.writeHead(418, { 'content-type': 'application/octet-stream' }).end(bytes);

    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const got = await fetch(`${url}/v1/products/${slug}/v1/orders`, {
      headers: { authorization: `Bearer ${live.secret}` },
    });

    expect([got.status, got.headers.get('content-type'), got.headers.get('sallyport-answer')]).toEqual([
      418,
      'application/octet-stream',
      'unfit',
    ]);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
  });

  it('is counted where the version does not describe its answer', async () => {
    const { slug, go } = await proxied();
    await go('GET', '/orders');
    upstream.respond = (response) => response.writeHead(418).end();
    await go('GET', '/orders');
    await t.writeKeyUse();

    const path = `/api/developer-portal/reference/operations/${slug}.v1.listOrders?audience=mine`;
    const { body } = await t.rest('GET', path, { as: owner, workspace });

    expect([body.calls, body.unfitAnswers]).toEqual([2, 1]);
  });

  it.each([
    ['API_KEY', { apiKey: secret }, { apiKeyHeader: 'X-Shop-Key' }, 'x-shop-key', secret],
    ['API_KEY', { apiKey: secret }, {}, 'x-api-key', secret],
    ['BASIC', { username: 'shop', password: secret }, {}, 'authorization', `Basic ${btoa(`shop:${secret}`)}`],
    ['CUSTOM', { headers: { 'X-One': secret } }, {}, 'x-one', secret],
  ])('adds a credential of the kind %s %j %j', async (kind, value, more, header, sent) => {
    const { id } = await referenceOf(kind, value);
    const { go } = await proxied({ credentialReferenceId: id, ...more });

    await go('GET', '/orders');

    expect(upstream.asked[0]?.headers[header]).toBe(sent);
  });

  it('404: a version without an upstream is served by its workspace', async () => {
    const shop = await liveShop(t, everyone, shopDocument);

    const got = await t.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });

    expect([got.status, got.body.code]).toEqual([404, 'not_found']);
  });
});

// Without a pattern of its ids, so that only the proxy refuses a path.

describe('an upstream of a version', () => {
  it.each([
    'http://shop.example.com',
    'https://10.1.2.3',
    'https://shop.example.com:9000',
    'http://localhost:4900',
  ])('is not %s, which the server would not call', async (url) => {
    const { product, version } = await callable(t, everyone, shopDocument);
    const document = JSON.stringify(shopDocument);
    const body = { document, major: 2, upstream: { url } };
    const path = `/api/console/products/${product.id}/versions`;

    const created = await t.rest('POST', path, { as: owner, workspace, body });

    expect(version.upstream).toBeNull();
    expect(created).toMatchObject({
      status: 422,
      body: {
        code: 'url_not_allowed',
        message: expect.stringContaining('EGRESS_ALLOWED_HOSTS'),
        errors: [{ pointer: '/upstream/url' }],
      },
    });
  });

  it('is part of its digest, shown to who decides, and its credential goes to no other origin', async () => {
    const { id } = await referenceOf('BEARER', { token: secret });
    const shop = await callable(t, everyone, shopDocument, {
      upstream: { url: `${upstream.origin}/api`, credentialReferenceId: id },
    });
    const plain = await callable(t, everyone, shopDocument);
    const asking = await t.rest(
      'POST',
      `/api/console/products/${shop.product.id}/versions/${shop.version.id}/activate`,
      { as: owner, workspace },
    );
    const other = await t.rest('POST', `/api/console/products/${plain.product.id}/versions`, {
      as: owner,
      workspace,
      body: {
        document: JSON.stringify(shopDocument),
        upstream: { url: 'https://elsewhere.example.com', credentialReferenceId: id },
      },
    });
    const published = await t.rest(
      'POST',
      `/api/console/products/${plain.product.id}/versions/${other.body.id}/publish`,
      { as: owner, workspace },
    );

    expect(shop.version.digest).not.toBe(plain.version.digest);
    expect(shop.version.upstream).toEqual({
      url: `${upstream.origin}/api`,
      credentialReferenceId: id,
      apiKeyHeader: null,
    });
    expect(asking.body.summary).toContain(`the server sends live calls to ${upstream.origin}/api`);
    expect([published.status, published.body.errors[0].pointer]).toEqual([422, '/credentialReferenceId']);
  });

  it('keeps its credential from being destroyed while the version is served', async () => {
    const { id } = await referenceOf('BEARER', { token: secret });
    await callable(t, everyone, shopDocument, {
      upstream: { url: upstream.origin, credentialReferenceId: id },
    });

    const destroyed = await t.rest('DELETE', `/api/console/connect/credential-references/${id}`, {
      as: owner,
      workspace,
    });

    expect([destroyed.status, destroyed.body.code]).toEqual([409, 'in_use']);
  });

  it.each([
    ['a query', { url: 'https://shop.example.com/?a=b' }, '/upstream/url'],
    ['a line break', { url: 'https://shop.example.com/api\n\nApproved.' }, '/upstream/url'],
    ['an invisible character', { url: 'https://shop.example.com/\u202eapi' }, '/upstream/url'],
    ['dots in its path', { url: 'https://shop.example.com/api/../admin' }, '/upstream/url'],
    ['a user', { url: 'https://a:b@shop.example.com' }, '/upstream/url'],
    ['no scheme', { url: 'shop.example.com' }, '/upstream/url'],
    [
      'a header of no form',
      { url: 'https://shop.example.com', apiKeyHeader: 'a b' },
      '/upstream/apiKeyHeader',
    ],
  ])('422: has no address with %s', async (_what, upstreamOf, pointer) => {
    const { product } = await callable(t, everyone, shopDocument);

    const { status, body } = await t.rest('POST', `/api/console/products/${product.id}/versions`, {
      as: owner,
      workspace,
      body: { document: JSON.stringify(shopDocument), upstream: upstreamOf },
    });

    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });
});
