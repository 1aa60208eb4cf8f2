import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';
import { explorerWorld } from './explorer.world.ts';

const t = await testApp({ LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000' }, { isChecked: true });
const { everyone, owner, workspace, shop, applicationId, keyId, explore } = await explorerWorld(t);

describe('spec §4: the sandbox explorer', () => {
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
