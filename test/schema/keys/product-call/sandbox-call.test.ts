import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const json = (schema: object, media: object = {}) => ({
  content: { 'application/json': { schema, ...media } },
});
const order = {
  type: 'object',
  required: ['id', 'quantity'],
  properties: {
    id: { type: 'string', example: 'o-1' },
    quantity: { type: 'integer', minimum: 1, maximum: 99 },
    color: { enum: ['red', 'green'] },
  },
};
const examples = { small: { value: { id: 's', quantity: 1 } }, large: { value: { id: 'l', quantity: 99 } } };
const at = (name: string, place: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  ...(place === 'path' && { required: true }),
  ...more,
});

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          at('limit', 'query', { type: 'integer', maximum: 50 }),
          at('tags', 'query', { type: 'array', items: { type: 'integer' } }),
          at('X-Trace', 'header', { type: 'string', minLength: 3 }),
        ],
        responses: { 200: { description: 'All', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, ...json(order) },
        responses: {
          400: { description: 'Wrong', ...json({ type: 'object' }) },
          201: { description: 'Created', ...json(order, { examples }) },
        },
      },
    },
    '/history/{id}': {
      parameters: [at('id', 'path', { type: 'integer' })],
      get: { operationId: 'getOrder', responses: { 200: { description: 'One', ...json(order) } } },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'Gone' } } },
    },
    '/history/latest': {
      get: { operationId: 'latest', responses: { 200: { description: 'Latest', ...json(order) } } },
    },
  },
};

const shop = await callable(t, everyone, document);
const { call } = shop;

describe('a call of a product in the sandbox', () => {
  it('second wave §1.4: answers the lowest success described, with its first example or a sample', async () => {
    const made = await call('POST', '/orders', { body: { id: 'o-7', quantity: 2 } });
    const list = await call('GET', '/orders?limit=5');
    const gone = await call('DELETE', '/history/7');

    expect(made).toMatchObject({
      status: 201,
      headers: { 'content-type': expect.stringMatching(/^application\/json/), 'sallyport-version': '1.1' },
      body: { id: 's', quantity: 1 },
    });
    expect(list).toMatchObject({ status: 200, body: [{ id: 'o-1', quantity: expect.any(Number) }] });
    expect(list.headers['sallyport-sample']).toBeUndefined();
    expect(gone).toMatchObject({ status: 204, headers: {} });
    expect(gone.headers['content-type']).toBeUndefined();
  });

  it('answers the example that X-Sandbox-Example names; an unknown one is refused with the list', async () => {
    const request = { body: { id: 'o-7', quantity: 2 } };
    const large = await call('POST', '/orders', { ...request, headers: { 'x-sandbox-example': 'large' } });
    const unknown = await call('POST', '/orders', { ...request, headers: { 'x-sandbox-example': 'huge' } });

    expect(large.body).toEqual(examples.large.value);
    expect(unknown).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/header/x-sandbox-example', message: 'must be one of small, large' }] },
    });
  });

  it('same request, same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('GET', '/history/7')));

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('sends no statement to the database once the version is known', async () => {
    await call('GET', '/history/7');

    expect(await t.statementsOf(async () => await call('GET', '/history/7'))).toEqual([]);
  });

  it('lets fixed segments of a path win over templates', async () => {
    const latest = await call('GET', '/history/latest');
    const other = await call('GET', '/history/oldest');

    expect(latest.status).toBe(200);
    expect(other).toMatchObject({ status: 422, body: { errors: [{ pointer: '/path/id', code: 'type' }] } });
  });
});

describe('the order of the checks', () => {
  const wrong = { headers: { 'content-type': 'text/plain' }, body: 'x' };

  it('1. credential, 401', async () => {
    expect(await call('POST', '/nothing', { ...wrong, as: 'ak_sandbox_wrong' })).toMatchObject({
      status: 401,
    });
  });

  it('2. scope, 403: GET and HEAD need read, every other method needs write', async () => {
    const [reader, writer] = [
      await applicationWithKey(t, everyone, ['read']),
      await applicationWithKey(t, everyone, ['write']),
    ];
    await shop.assign(reader.applicationId);
    await shop.assign(writer.applicationId);
    const statuses = await Promise.all([
      call('GET', '/orders', { as: reader.secret }),
      call('HEAD', '/orders', { as: reader.secret }),
      call('DELETE', '/history/1', { as: reader.secret }),
      call('OPTIONS', '/orders', { as: reader.secret }),
      call('GET', '/orders', { as: writer.secret }),
      call('DELETE', '/history/1', { as: writer.secret }),
    ]);

    expect(statuses.map(({ status, body }) => body?.code ?? status)).toEqual([
      200,
      200,
      'insufficient_scope',
      'insufficient_scope',
      'insufficient_scope',
      204,
    ]);
  });

  it('3. assignment, 403 product_not_assigned, the same for a product that does not exist', async () => {
    const stranger = await applicationWithKey(t, everyone);
    const mine = await call('POST', '/nothing', { ...wrong, as: stranger.secret });
    const none = await t.rest('GET', '/v1/sandbox/products/none/v1/orders', { as: stranger.secret });
    const major = await t.rest('GET', `/v1/sandbox/products/${shop.slug}/v2/orders`, { as: shop.key.secret });

    expect([mine, none, major].map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'product_not_assigned']),
    );
  });

  it('4. operation: 404 for an unknown path, 405 with Allow for an unknown method', async () => {
    const path = await call('POST', '/nothing', wrong);
    const method = await call('PUT', '/orders', wrong);

    expect(path).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(method).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
  });

  it('5. content type, 415, which says what to send', async () => {
    const body = 'x'.repeat(300_000);
    const type = await call('POST', '/orders', { ...wrong, body });
    const none = await call('POST', '/orders', { body: Buffer.from('{}'), headers: { 'content-type': '' } });
    const encoded = await call('POST', '/orders', { body: {}, headers: { 'content-encoding': 'gzip' } });

    expect([type, none, encoded].map(({ status }) => status)).toEqual([415, 415, 415]);
    expect(type.body.detail).toBe('Send `Content-Type: application/json`.');
  });

  it('6. size, 413', async () => {
    const body = { id: 'x'.repeat(262_144), quantity: 'none' };

    expect(await call('POST', '/orders', { body })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  it('7. parameters and body by the schemas of the version, 422 with pointers', async () => {
    const query = await call('GET', '/orders?limit=51&tags=1&tags=x', { headers: { 'x-trace': 'ab' } });
    const body = await call('POST', '/orders', { body: { quantity: 100, color: 'blue' } });
    const broken = await call('POST', '/orders', {
      body: '{"id": 1',
      headers: { 'content-type': 'application/json' },
    });
    const missing = await call('POST', '/orders');

    const pointersOf = (answer: typeof query) =>
      answer.body.errors.map((it: { pointer: string }) => it.pointer).toSorted();
    expect(pointersOf(query)).toEqual(['/header/X-Trace', '/query/limit', '/query/tags/1']);
    expect(pointersOf(body)).toEqual(['/body/color', '/body/id', '/body/quantity']);
    expect(pointersOf(broken)).toEqual(['/body']);
    expect(broken.body.message).toBe(
      'The input is not valid: /body is not valid JSON. It ends too early: send the whole document.',
    );
    expect(pointersOf(missing)).toEqual(['/body']);
  });
});

describe('an assignment', () => {
  it('lets an application call only its operations', async () => {
    const key = await applicationWithKey(t, everyone);
    await shop.assign(key.applicationId, { operations: ['latest'] });

    expect(await call('GET', '/history/latest', { as: key.secret })).toMatchObject({ status: 200 });
    expect(await call('GET', '/history/1', { as: key.secret })).toMatchObject({
      status: 403,
      body: { code: 'product_not_assigned' },
    });
  });

  it('serves the newest published version of its major, and ends at once when it is removed', async () => {
    const other = await callable(t, everyone, document);
    await other.call('GET', '/history/latest');
    const more = { ...document, paths: { ...document.paths, '/new': document.paths['/history/latest'] } };
    const renamed = JSON.parse(JSON.stringify(more));
    renamed.paths['/new'].get.operationId = 'newest';
    const before = await other.call('GET', '/new');
    await other.publish(renamed);
    const after = await other.call('GET', '/new');
    await other.send('DELETE', `/applications/${other.key.applicationId}/assignments/${other.assignment.id}`);
    const removed = await other.call('GET', '/new');

    expect([before.status, after.status, removed.status]).toEqual([404, 200, 403]);
    expect(after.headers['sallyport-version']).toBe('1.2');
  });

  it('of a deprecated version says until when it serves', async () => {
    const old = await callable(t, everyone, document);
    await old.send('POST', `/products/${old.product.id}/versions/${old.version.id}/deprecate`, { days: 90 });

    expect((await old.call('GET', '/history/latest')).headers).toMatchObject({
      deprecation: expect.stringMatching(/^@\d+$/),
      sunset: 'Thu, 18 Feb 2027 09:00:00 GMT',
      link: '<http://localhost:4000/api/developer-portal/changelog>; rel="deprecation"',
    });
  });
});

describe('a version that only reports what does not conform', () => {
  it('answers, and says so in a header', async () => {
    const reported = await callable(t, everyone, document, { requestChecks: 'REPORT' });

    expect(await reported.call('POST', '/orders', { body: { quantity: 0 } })).toMatchObject({
      status: 201,
      headers: { 'sallyport-request': 'unfit' },
    });
  });
});
