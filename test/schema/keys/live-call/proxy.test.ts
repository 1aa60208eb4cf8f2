import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { httpHost, rawHost } from '../../../support/listeners.ts';
import { liveShop } from '../../../support/live-products.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let asked: Asked[] = [];
let respond: (response: ServerResponse, request: IncomingMessage) => void;
const usual = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"o1","item":"tea"}]');
const host = await httpHost((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    respond(response, request);
  })();
});
const { origin } = host;
const secret = 'upstream-secret-0123456789';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const send = async (path: string, body: object) => {
  const answer = await t.rest('POST', path, { as: owner, workspace, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const project = await send('/api/console/projects', { name: 'Shop' });

async function referenceOf(kind: string, value: object) {
  return await send('/api/console/connect/credential-references', {
    projectId: project.id,
    provider: 'shop',
    kind,
    secret: value,
  });
}

async function proxied(upstreamOf: object = {}, members: object = {}) {
  const { id } = await referenceOf('BEARER', { token: secret });
  const upstreamMembers = { url: `${origin}/api/`, credentialReferenceId: id, ...upstreamOf };
  const shop = await liveShop(t, everyone, shopDocument, {
    members: { upstream: upstreamMembers, ...members },
  });
  return {
    ...shop,
    live: shop.live,
    go: async (method: 'GET' | 'POST' | 'DELETE' | 'HEAD', path: string, how: object = {}) =>
      await t.rest(method, `/v1/products/${shop.slug}/v1${path}`, { as: shop.live.secret, ...how }),
  };
}

beforeEach(() => {
  asked = [];
  respond = usual;
});

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
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/orders?limit=2', ''],
      ['POST', '/api/orders', '{"item":"tea"}'],
    ]);
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-region': 'eu' });
    expect(asked[1]?.headers['content-type']).toBe('application/json');
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

    const headers: IncomingMessage['headers'] = asked[0]?.headers ?? {};
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
      String(asked[0]?.headers['sallyport-assertion']),
      createLocalJWKSet(jwks),
      {
        issuer: t.config.baseUrl,
        audience: origin,
        typ: 'upstream-assertion+jwt',
        currentDate: t.clock.now(),
      },
    );

    const now = Math.floor(t.clock.now().getTime() / 1000);
    expect(payload).toEqual({
      iss: t.config.baseUrl,
      aud: origin,
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
    expect(asked).toEqual([]);
  });

  it('stays below the path of the upstream', async () => {
    const { go } = await proxied();

    const answers = [
      await go('GET', '/orders/%2e%2e'),
      await go('GET', '/orders/..%2f..%2fadmin'),
      await go('GET', '/orders/a%20b'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 422, 200]);
    expect(asked.map(({ url }) => url)).toEqual(['/api/orders/a%20b']);
  });

  it('loses cookies, encodings and the credential in its answer', async () => {
    const { go } = await proxied();
    respond = (response) =>
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
    respond = (response) =>
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

  it.each([
    ['API_KEY', { apiKey: secret }, { apiKeyHeader: 'X-Shop-Key' }, 'x-shop-key', secret],
    ['API_KEY', { apiKey: secret }, {}, 'x-api-key', secret],
    ['BASIC', { username: 'shop', password: secret }, {}, 'authorization', `Basic ${btoa(`shop:${secret}`)}`],
    ['CUSTOM', { headers: { 'X-One': secret } }, {}, 'x-one', secret],
  ])('adds a credential of the kind %s %j %j', async (kind, value, more, header, sent) => {
    const { id } = await referenceOf(kind, value);
    const { go } = await proxied({ credentialReferenceId: id, ...more });

    await go('GET', '/orders');

    expect(asked[0]?.headers[header]).toBe(sent);
  });

  it('404: a version without an upstream is served by its workspace', async () => {
    const shop = await liveShop(t, everyone, shopDocument);

    const got = await t.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });

    expect([got.status, got.body.code]).toEqual([404, 'not_found']);
  });
});

// Without a pattern of its ids, so that only the proxy refuses a path.
const open = {
  ...shopDocument,
  paths: {
    ...shopDocument.paths,
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'One.' } },
      },
    },
  },
};

async function opened(upstreamOf: object = {}) {
  const shop = await liveShop(t, everyone, open, {
    members: { upstream: { url: `${origin}/api`, ...upstreamOf } },
  });
  return async (path: string, headers: Record<string, string> = {}) =>
    await t.rest('GET', `/v1/products/${shop.slug}/v1${path}`, { as: shop.live.secret, headers });
}

describe('a proxied live call goes where it was judged', () => {
  it.each(['..%2F..%2Fadmin', '..%5Cadmin', '..;a=b', '%2e%2e;', '7%2Fitems'])(
    '400: refuses /orders/%s',
    async (id) => {
      const go = await opened();

      const { status } = await go(`/orders/${id}`);

      expect([status, asked.length]).toEqual([400, 0]);
    },
  );

  it('follows no redirect, and rewrites its address', async () => {
    const go = await opened();
    const located = async (location: string) => {
      respond = (response) => response.writeHead(302, { location }).end();
      const { status, headers } = await go('/orders');
      return [status, headers.location];
    };

    const inside = await located('/api/orders/7?a=b');

    expect(inside).toEqual([302, expect.stringMatching(/^\/v1\/products\/[^/]+\/v1\/orders\/7\?a=b$/)]);
    expect(await located('/admin/users')).toEqual([302, undefined]);
    expect(await located('http://10.0.0.5:8080/api/orders/7')).toEqual([302, undefined]);
    expect(asked.map(({ url }) => url)).toEqual(['/api/orders', '/api/orders', '/api/orders']);
  });

  it('passes no header on that names another method, address or client, and no range', async () => {
    const go = await opened();
    const names = [
      'x-http-method-override',
      'x-original-url',
      'x-rewrite-url',
      'x-client-ip',
      'cf-connecting-ip',
      'via',
      'range',
      'x_api_key',
    ];

    await go('/orders', Object.fromEntries(names.map((name) => [name, 'other'])));

    expect(names.filter((name) => asked[0]?.headers[name] !== undefined)).toEqual([]);
  });

  it('422: takes a parameter only once', async () => {
    const go = await opened();

    const { status, body } = await go('/orders?limit=2&limit=1000');

    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/query/limit'],
    ]);
  });

  it('gives neither the credential nor the assertion back, in any encoding', async () => {
    const password = 'geheimnis-schlüssel-größer-0123';
    const { id } = await referenceOf('BASIC', { username: 'shop', password });
    const go = await opened({ credentialReferenceId: id });
    const told: string[] = [];
    const echoes: ((request: IncomingMessage) => Buffer)[] = [
      () => Buffer.from(JSON.stringify(password)),
      () => Buffer.from(password, 'utf16le'),
      () => Buffer.concat([Buffer.from([0, 255]), Buffer.from(`shop:${password}`)]),
      () => Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from(encodeURIComponent(password))]),
      ({ headers }) => Buffer.from(String(headers['sallyport-assertion'])),
    ];
    for (const echo of echoes) {
      respond = (response, request) =>
        response
          .writeHead(200, {
            'content-type': 'text/plain',
            'x-echo': Buffer.from(password).toString('latin1'),
          })
          .end(echo(request));
      const got = await go('/orders');
      told.push(JSON.stringify([got.headers, got.body]));
    }

    for (const text of told) {
      expect(text).toContain('[removed]');
      expect(text).not.toMatch(/schl(?:ü|%C3%BC|Ã¼)ssel|eyJ/);
    }
  });

  it('502: passes no status on that does not exist', async () => {
    const odd = await rawHost((socket) => socket.end('HTTP/1.1 700 Odd\r\ncontent-length: 0\r\n\r\n'));
    const go = await opened({ url: odd.origin });

    expect((await go('/orders')).body.code).toBe('upstream_error');
  });
});

describe('an upstream that fails', () => {
  const failing = async (url: string) => {
    const shop = await proxied({ url, credentialReferenceId: null });
    return async (method: 'GET' | 'POST' = 'GET') =>
      await shop.go(method, '/orders', method === 'POST' ? { body: { item: 'tea' } } : {});
  };

  it.each([
    [
      'resets',
      'upstream_unavailable',
      503,
      async () => (await rawHost((socket) => socket.resetAndDestroy())).href,
    ],
    [
      'answers no HTTP',
      'upstream_error',
      502,
      async () => (await rawHost((socket) => socket.end('hello'))).href,
    ],
    ['is not there', 'upstream_unavailable', 503, async () => 'http://127.0.0.1:1/'],
    ['is at a private address', 'upstream_error', 502, async () => 'http://10.1.2.3/'],
    [
      'sends more than 5 MiB',
      'upstream_error',
      502,
      async () => {
        const chunk = Buffer.alloc(2 ** 20, 'a');
        return (
          await httpHost((_request, response) => {
            response.writeHead(200, { 'content-type': 'text/plain' });
            for (let sent = 0; sent < 6; sent += 1) response.write(chunk);
            response.end();
          })
        ).href;
      },
    ],
  ])('%s: %s', async (_what, code, status, url) => {
    const call = await failing(await url());

    const got = await call();

    expect([got.status, got.body.code]).toEqual([status, code]);
    expect(got.body.detail).not.toContain('127.0.0.1');
  });

  it('goes again once for GET where nothing was received, and never for POST', async () => {
    const call = await failing('http://127.0.0.1:1/');

    const [got, made] = [await call('GET'), await call('POST')];

    expect([got.body.code, made.body.code]).toEqual(['upstream_unavailable', 'upstream_unavailable']);
    expect(made.body.detail).not.toContain('may have taken effect');
  });

  it('opens a circuit after 5 failures, tells it by an event, and closes it by an answer', async () => {
    const alone = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { instances: 1, isChecked: true });
    const people = await cast(alone);
    let status = 503;
    let calls = 0;
    const broken = await httpHost((_request, response) => {
      calls += 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
    });
    const shop = await liveShop(alone, people, shopDocument, {
      members: { upstream: { url: broken.origin } },
    });
    const call = async () =>
      await alone.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });
    const events = async () => {
      const query = '{ events(last: 2) { edges { node { type } } } }';
      const as = { as: people.owner, workspace: people.workspaceId };
      const { body } = await alone.graphql(query, {}, as);
      return body.data.events.edges.map(({ node }: { node: { type: string } }) => node.type);
    };
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await call()).status);
    const during = [calls, (await events()).at(-1)];

    status = 200;
    alone.clock.advance({ seconds: 30 });
    const after = await call();

    expect(statuses).toEqual([503, 503, 503, 503, 503, 503]);
    expect(during).toEqual([5, 'product_upstream.circuit_opened']);
    expect([after.status, calls, (await events()).at(-1)]).toEqual([
      200,
      6,
      'product_upstream.circuit_closed',
    ]);
  });
});

describe('an upstream of a version', () => {
  it('is part of its digest, shown to who decides, and its credential goes to no other origin', async () => {
    const { id } = await referenceOf('BEARER', { token: secret });
    const shop = await callable(t, everyone, shopDocument, {
      upstream: { url: `${origin}/api`, credentialReferenceId: id },
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
      url: `${origin}/api`,
      credentialReferenceId: id,
      apiKeyHeader: null,
    });
    expect(asking.body.summary).toContain(`the server sends live calls to ${origin}/api`);
    expect([published.status, published.body.errors[0].pointer]).toEqual([422, '/credentialReferenceId']);
  });

  it('keeps its credential from being destroyed while the version is served', async () => {
    const { id } = await referenceOf('BEARER', { token: secret });
    await callable(t, everyone, shopDocument, { upstream: { url: origin, credentialReferenceId: id } });

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
