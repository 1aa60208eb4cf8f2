import { execFileSync } from 'node:child_process';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp({ LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000' }, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const shop = await callable(t, everyone, shopDocument);
const { applicationId, keyId, secret } = shop.key;

interface Exploring {
  of?: string;
  product?: string;
  as?: typeof owner;
  headers?: Record<string, string>;
}

async function explore(operationId: string, body: object = {}, how: Exploring = {}) {
  const { of = applicationId, product = `${shop.slug}@v1`, as = owner, headers = {} } = how;
  const path = `/api/console/applications/${of}/explorer/${product}/${encodeURIComponent(operationId)}`;
  return await t.rest('POST', path, { as, workspace, body: { keyId, ...body }, headers });
}

/** Returns the arguments that a shell would give to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for it in "$@"; do printf '%s\\0' "$it"; done; }\n${command}`;
  const env = { SANDBOX_KEY: secret };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('spec §4: the sandbox explorer', () => {
  it('runs a permitted request through an authenticated, app-scoped path, as the key would', async () => {
    const made = await explore('createOrder', { body: { item: 'tea' } });
    const { id } = JSON.parse(made.body.body);

    const explored = await explore('getOrder', { parameters: { path: { id } } });
    const called = await shop.call('GET', `/orders/${id}`);

    expect([made.status, made.body.status]).toEqual([200, 201]);
    expect(explored.body).toMatchObject({ status: 200, conformance: { request: true, answer: true } });
    expect(JSON.parse(explored.body.body)).toEqual(called.body);
    expect(explored.body.headers['content-type']).toBe('application/json');
  });

  it('gets a receipt by itself', async () => {
    const { body } = await explore('listOrders');

    expect(decodeJwt(body.receipt)).toMatchObject({
      jti: body.receiptId,
      sub: applicationId,
      via: 'EXPLORER',
      keyId,
      status: 200,
      grants: 'nothing',
    });
  });

  it('shows no key, no cookie and no token of the caller', async () => {
    const { headers, body } = await explore('listOrders', { headers: { 'X-Region': 'eu' } });

    const text = JSON.stringify([headers, body]);

    expect(text).not.toContain(secret);
    expect(text).not.toContain(owner.token);
    expect(text).not.toMatch(/ak_sandbox_|set-cookie/i);
    expect(body.curl).toContain('$SANDBOX_KEY');
  });

  it('is an audit entry and an event of the member, without what was sent', async () => {
    await explore('createOrder', { body: { item: 'a blue teapot' } });
    const query = '{ events(last: 1) { edges { node { type actor { id } data } } } }';

    const { body } = await t.graphql(query, {}, { as: owner, workspace });

    const [{ node }] = body.data.events.edges;
    expect(node).toMatchObject({
      type: 'sandbox.explored',
      actor: { id: owner.memberId },
      data: { applicationId, operation: 'createOrder', kind: 'CALL', via: 'EXPLORER', apiKeyId: keyId },
    });
    expect(JSON.stringify(node)).not.toContain('teapot');
  });

  it('writes each parameter in its style', async () => {
    const { body } = await explore('listOrders', {
      parameters: { query: { limit: 3, state: ['new', 'a b'] } },
      headers: { 'x-region': 'eu', Accept: 'application/json' },
    });

    expect(body.status).toBe(200);
    expect(argumentsOf(body.curl)).toEqual([
      '--request',
      'GET',
      `${t.config.sandboxUrl}/v1/sandbox/products/${shop.slug}/v1/orders?limit=3&state=new,a%20b`,
      '--header',
      `Authorization: Bearer ${secret}`,
      '--header',
      'accept: application/json',
      '--header',
      'x-region: eu',
    ]);
  });

  it.each([`it's`, '$(id) `id` $HOME', '"quoted" \\ back', 'two\nlines', '@file', '-x'])(
    'shows a command of curl that sends exactly %j',
    async (item) => {
      const { body } = await explore('createOrder', { body: { item } });

      const sent = argumentsOf(body.curl);

      expect(sent.at(-2)).toBe('--data-raw');
      expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ item });
      expect(body.status).toBe(201);
    },
  );

  it('keeps a value in its path segment', async () => {
    const { body } = await explore('getOrder', { parameters: { path: { id: '../a/b' } } });

    expect(body.curl).toContain(`/v1/orders/..%2Fa%2Fb'`);
    expect(body.status).toBe(422);
  });

  it('answers a refused call as the key would be answered, without a receipt', async () => {
    const wrong = await explore('createOrder', { body: { item: 7 } });
    const limit = await explore('listOrders', { parameters: { query: { limit: 100 } } });
    const missing = await explore('getOrder', { parameters: { path: { id: 'none' } } });

    expect(
      [wrong, limit, missing].map(({ body: { status, receiptId, conformance } }) => [
        status,
        receiptId,
        conformance,
      ]),
    ).toEqual([
      [422, null, { request: false, answer: null }],
      [422, null, { request: false, answer: null }],
      [404, null, null],
    ]);
    expect(JSON.parse(wrong.body.body)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/body/item' }],
    });
    expect(wrong.body.headers['content-type']).toBe('application/problem+json');
  });

  it('plays a scenario', async () => {
    const [slow, wrong, expired, unknown] = await Promise.all(
      ['rate_limited', 'not_json', 'expired_key', 'sunny_day'].map(
        async (scenario) => (await explore('listOrders', { scenario })).body,
      ),
    );

    expect([slow.status, wrong.status, expired.status, unknown.status]).toEqual([429, 200, 401, 422]);
    expect([slow.headers['retry-after'], wrong.conformance.answer]).toEqual(['30', false]);
    expect(decodeJwt(slow.receipt)['scenario']).toBe('rate_limited');
  });

  // oxfmt-ignore
  it.each([
    ['a path parameter that is missing',   'getOrder',   {},                                                   '/parameters/path/id'],
    ['a path parameter that is empty',     'getOrder',   { parameters: { path: { id: '' } } },                 '/parameters/path/id'],
    ['a path parameter of two dots',       'getOrder',   { parameters: { path: { id: '..' } } },               '/parameters/path/id'],
    ['an unknown query parameter',         'listOrders', { parameters: { query: { page: 1 } } },               '/parameters/query/page'],
    ['a header that is not described',     'listOrders', { headers: { 'X-Other': 'a' } },                      '/headers/X-Other'],
    ['Authorization',                      'listOrders', { headers: { Authorization: 'Bearer x' } },           '/headers/Authorization'],
    ['Cookie',                             'listOrders', { headers: { cookie: 'a=b' } },                       '/headers/cookie'],
    ['Host',                               'listOrders', { headers: { Host: 'example.com' } },                 '/headers/Host'],
    ['a hop-by-hop header',                'listOrders', { headers: { 'Transfer-Encoding': 'chunked' } },      '/headers/Transfer-Encoding'],
    ['parameters that are no object',      'listOrders', { parameters: { query: [] } },                        '/parameters/query'],
    ['a key of no form',                   'listOrders', { keyId: 'key_1' },                                   '/keyId'],
  ])('422: refuses %s', async (_what, operation, body, pointer) => {
    const answer = await explore(operation, body);

    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });

  // oxfmt-ignore
  it.each([
    ['a line break in a described header', 'listOrders',  { headers: { 'X-Region': 'eu\r\nHost: evil.example' } }, '/headers/X-Region'],
    ['a line break in Accept',             'listOrders',  { headers: { Accept: 'a/b\r\nHost: evil.example' } },    '/headers/Accept'],
    ['Accept that is no text',             'listOrders',  { headers: { Accept: { a: 1 } } },                       '/headers/Accept'],
    ['a form that is a list',              'createOrder', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: ['x'] }, '/body'],
    ['an empty name',                      'listOrders',  { headers: { '': 'x' } },                                '/headers'],
  ])('422: refuses %s', async (_what, operation, body, pointer) => {
    const answer = await explore(operation, body);

    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([422, pointer]);
  });

  it('answers what the server refuses before it knows the product, too', async () => {
    const query = { name: 'apiKey', in: 'query', schema: { type: 'string' } };
    const get = { ...shopDocument.paths['/code'].get, parameters: [query] };
    const odd = await callable(t, everyone, { ...shopDocument, paths: { '/code': { get } } });
    const how = { of: odd.key.applicationId, product: `${odd.slug}@v1` };

    const answers = [
      await explore('getCode', { keyId: odd.key.keyId, parameters: { query: { apiKey: 'abc' } } }, how),
      await explore('createOrder', { body: { item: 'a'.repeat(300_000) } }),
      await explore('listOrders', { parameters: { query: { state: ['a'.repeat(16_000)] } } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.status, body.receiptId])).toEqual([
      [200, 400, null],
      [200, 413, null],
      [200, 400, null],
    ]);
  });

  it('sends null as the body null', async () => {
    const { body } = await explore('createOrder', { body: null });

    expect(argumentsOf(body.curl).slice(-2)).toEqual(['--data-raw', 'null']);
    expect(JSON.parse(body.body).errors[0].pointer).toBe('/body');
  });

  it('writes a form that curl does not change', async () => {
    const form = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
    const post = {
      operationId: 'post',
      requestBody: { content: form },
      responses: { 204: { description: 'Done.' } },
    };
    const odd = await callable(t, everyone, { ...shopDocument, paths: { '/form': { post } } });
    const how = { of: odd.key.applicationId, product: `${odd.slug}@v1` };

    const { body } = await explore('post', { keyId: odd.key.keyId, body: { 'a&role': 'x y', b: null } }, how);

    expect([body.status, argumentsOf(body.curl).at(-1)]).toEqual([204, 'a%26role=x+y']);
  });

  it.each(['1e999', '"\\u0000"', '{ a: "\\ud800" }'])(
    '400: takes no JSON in a document like %s',
    async (literal) => {
      const input = `applicationId: "${applicationId}", product: "${shop.slug}@v1", operationId: "createOrder"`;
      const query = `mutation { checkSampleData(input: { ${input}, samples: [${literal}] }) { valid } }`;

      const { body } = await t.graphql(query, {}, { as: owner, workspace });

      expect(body.errors[0].extensions.status).toBe(400);
    },
  );

  it('takes only a working sandbox key of the application', async () => {
    const other = await callable(t, everyone, shopDocument);
    const { id: revoked } = await shop.send('POST', `/applications/${applicationId}/keys`, {
      name: 'old',
      environment: 'SANDBOX',
      scopes: ['read'],
    });
    await shop.send('POST', `/applications/${applicationId}/keys/${revoked}/revoke`);

    const answers = [
      await explore('listOrders', { keyId: other.key.keyId }),
      await explore('listOrders', { keyId: revoked }),
    ];

    expect(answers.map(({ status, body }) => [status, body.errors[0]])).toMatchObject([
      [422, { pointer: '/keyId', message: 'must be the id (`key_…`) of a sandbox key of the application' }],
      [422, { pointer: '/keyId', message: expect.stringContaining('was revoked') }],
    ]);
  });

  it('needs the scope of the key: GET read, everything else write', async () => {
    const { id: reading } = await shop.send('POST', `/applications/${applicationId}/keys`, {
      name: 'reader',
      environment: 'SANDBOX',
      scopes: ['read'],
    });

    const read = await explore('listOrders', { keyId: reading });
    const write = await explore('createOrder', { keyId: reading, body: { item: 'tea' } });

    expect([read.body.status, write.status, write.body.status, write.body.conformance]).toEqual([
      200,
      200,
      403,
      null,
    ]);
    expect(JSON.parse(write.body.body).code).toBe('insufficient_scope');
  });

  it('runs only assigned products and their operations', async () => {
    const other = await callable(t, everyone, shopDocument);
    const product = `${other.slug}@v1`;
    const { keyId: otherKey, applicationId: of } = other.key;
    await other.send('PATCH', `/applications/${of}/assignments/${other.assignment.id}`, {
      operations: ['getCode'],
    });

    const answers = [
      await explore('listOrders', {}, { product }),
      await explore('listOrders', { keyId: otherKey }, { product, of }),
      await explore('burnOrders'),
      await explore('listOrders', {}, { product: shop.slug }),
      await explore('getCode', { keyId: otherKey }, { product, of }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'product_not_assigned'],
      [403, 'product_not_assigned'],
      [404, 'not_found'],
      [422, 'validation_failed'],
      [200, undefined],
    ]);
  });

  it('needs sandbox:run, and an application of the workspace', async () => {
    const stranger = await cast(t);

    const viewer = await explore('listOrders', {}, { as: await everyone.as('VIEWER') });
    const path = `/api/console/applications/${applicationId}/explorer/${shop.slug}@v1/listOrders`;
    const foreign = await t.rest('POST', path, {
      as: stranger.owner,
      workspace: stranger.workspaceId,
      body: { keyId },
    });

    expect([viewer.status, viewer.body.permission]).toEqual([403, 'sandbox:run']);
    expect(foreign.status).toBe(404);
  });

  it('runs once under an Idempotency-Key, and the replay has the receipt without the answer', async () => {
    const headers = { 'idempotency-key': 'explore-once' };
    const send = async () => await explore('createOrder', { body: { item: 'once' } }, { headers });

    const [first, again] = [await send(), await send()];
    const list = await shop.call('GET', '/orders');

    expect(again.body).toEqual({ ...first.body, status: null, headers: {}, body: null });
    expect(list.body.filter(({ item }: { item: string }) => item === 'once')).toHaveLength(1);
  });
});

describe('the limits of the explorer', () => {
  it('are 30 calls a minute of a member, and those of the key', async () => {
    const sparing = await testApp(
      { LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '30', LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '28' },
      { instances: 1 },
    );
    const people = await cast(sparing);
    const small = await callable(sparing, people, shopDocument);
    const path = `/api/console/applications/${small.key.applicationId}/explorer/${small.slug}@v1/getCode`;
    const as = { as: people.owner, workspace: people.workspaceId, body: { keyId: small.key.keyId } };
    const answers: { status: number; of: number }[] = [];
    for (let count = 0; count < 31; count += 1) {
      const { status, body } = await sparing.rest('POST', path, as);
      answers.push({ status, of: body.status });
    }

    expect(answers[27]).toEqual({ status: 200, of: 200 });
    expect(answers[28]).toEqual({ status: 200, of: 429 });
    expect(answers[30]).toEqual({ status: 429, of: 429 });
  });
});

describe('spec §4: the explorer calls the operations that every application has', () => {
  const builtIn = async (operationId: string, body: object = {}) =>
    await explore(operationId, body, { product: 'sandbox@v1' });

  it.each([
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 'hello', reference: 'order-42' }],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 'hello' }],
    ['sandboxValidate', 'POST', '/v1/sandbox/validate', { operation: 'sandboxEcho', payload: {} }],
    ['sandboxHealth', 'GET', '/v1/sandbox/health', undefined],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 7, more: 1 }],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', undefined],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', ['hello']],
  ])('answers %s as the key would: %s %s with %j', async (operationId, method, path, body) => {
    const explored = await builtIn(operationId, { body });
    const called = await t.rest(method, path, { as: secret, body });

    const { requestId: _, ...told } = JSON.parse(explored.body.body);
    const { requestId: __, ...expected } = called.body;
    expect([explored.body.status, told]).toEqual([called.status, expected]);
  });

  it('gives no receipt, and shows the call as a command', async () => {
    const { body } = await builtIn('sandboxEcho', { body: { message: "it's" } });

    expect(body).toMatchObject({
      receiptId: null,
      receipt: null,
      conformance: { request: true, answer: null },
    });
    expect(argumentsOf(body.curl)).toEqual([
      '--request',
      'POST',
      `${t.config.sandboxUrl}/v1/sandbox/echo`,
      '--header',
      `Authorization: Bearer ${secret}`,
      '--header',
      'Content-Type: application/json',
      '--data-raw',
      '{"message":"it\'s"}',
    ]);
  });

  it('answers a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'built-in-1' };
    const body = { body: { message: 'hello' } };

    const first = await explore('sandboxEcho', body, { product: 'sandbox@v1', headers });
    const second = await explore('sandboxEcho', body, { product: 'sandbox@v1', headers });

    expect([first.status, first.body.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('counts against the limits of the key, and needs its scope', async () => {
    const reader = await applicationWithKey(t, everyone, ['read']);
    const writer = await applicationWithKey(t, everyone, ['write']);
    const how = { of: reader.applicationId, product: 'sandbox@v1' };

    const echoed = await explore('sandboxEcho', { keyId: reader.keyId, body: { message: 'hello' } }, how);
    const ofWriter = { of: writer.applicationId, product: 'sandbox@v1' };
    const healthy = await explore('sandboxHealth', { keyId: writer.keyId }, ofWriter);

    expect(echoed.body.status).toBe(403);
    expect(JSON.parse(echoed.body.body)).toMatchObject({ code: 'insufficient_scope' });
    expect(healthy.body.status).toBe(200);
  });

  it.each([
    ['another operation', 'rotateApiKey', {}, 404, 'not_found'],
    [
      'a scenario',
      'sandboxEcho',
      { scenario: 'rate_limited', body: { message: 'a' } },
      422,
      'validation_failed',
    ],
    ['a parameter', 'sandboxHealth', { parameters: { query: { a: 1 } } }, 422, 'validation_failed'],
  ])('refuses %s', async (_, operationId, body, status, code) => {
    expect(await builtIn(operationId, body)).toMatchObject({ status, body: { code } });
  });

  it('answers a body that is not JSON, too large, or not expected as the key would', async () => {
    const text = { headers: { 'content-type': 'text/plain' }, body: 'hello' };
    const problem = { headers: { 'content-type': 'application/problem+json' }, body: { message: 'hello' } };
    const large = { body: { message: 'x'.repeat(300_000) } };
    const answers = [
      await builtIn('sandboxEcho', text),
      await builtIn('sandboxEcho', problem),
      await builtIn('sandboxEcho', large),
      await builtIn('sandboxHealth', { body: { message: 'hello' } }),
    ];

    expect(answers.map(({ body }) => body.status)).toEqual([415, 415, 413, 200]);
    expect(answers.map(({ body }) => JSON.parse(body.body).code)).toEqual([
      'unsupported_media_type',
      'unsupported_media_type',
      'payload_too_large',
      undefined,
    ]);
  });
});
