import { describe, expect, it } from 'vitest';
import { ApiProductDocument } from '../../../../db/models/api-product-document.ts';
import { ApiProductOperation } from '../../../../db/models/api-product-operation.ts';
import { documentPlaces } from '../../../../schema/keys/product/rules.ts';
import { unsealInWorkspace } from '../../../../schema/kernel/workspace-key.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const { knex } = t.ports.database;
const { owner, workspaceId: workspace } = await cast(t);
let made = 0;

const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers = {}) =>
  await t.rest(method, `/api/console/products${path}`, { as: owner, workspace, body, headers });

async function product(): Promise<string> {
  const { body } = await send('POST', '', { slug: `shop-${(made += 1)}`, name: 'Web shop' });
  return body.id;
}

const order = {
  type: 'object',
  required: ['id', 'total'],
  properties: { id: { type: 'string' }, total: { type: 'integer' } },
};
const answer = (schema: object) => ({
  200: { description: 'The order.', content: { 'application/json': { schema } } },
});
const getOrder = (schema: object = order) => ({
  operationId: 'getOrder',
  summary: 'Read an order',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: answer(schema),
});
const createOrder = {
  operationId: 'createOrder',
  requestBody: { content: { 'application/json': { schema: order } } },
  responses: { 201: { description: 'Created.' } },
};
const documentOf = (paths: object, label = '1.0.0') =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: label }, paths });
const shop = documentOf({ '/orders/{id}': { get: getOrder() } });
const withCreate = documentOf({ '/orders/{id}': { get: getOrder() }, '/orders': { post: createOrder } });
const withoutTotal = documentOf({
  '/orders/{id}': {
    get: getOrder({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }),
  },
});

const draft = async (productId: string, document = shop, more: object = {}) =>
  await send('POST', `/${productId}/versions`, { document, ...more });
const act = async (productId: string, id: string, verb: string, body?: unknown, headers = {}) =>
  await send('POST', `/${productId}/versions/${id}/${verb}`, body, headers);

async function published(productId: string, document = shop, more: object = {}): Promise<string> {
  const { body } = await draft(productId, document, more);
  const { status } = await act(productId, body.id, 'publish');
  expect(status).toBe(200);
  return body.id;
}

describe('a version of an API product', () => {
  it('is created as a draft from a document, which is sealed, with an outline of its operations', async () => {
    const productId = await product();

    const { status, body } = await draft(productId, withCreate);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      productId,
      major: 1,
      number: 1,
      status: 'DRAFT',
      label: '1.0.0',
      title: 'Shop',
    });
    expect(body.operations).toEqual([
      { operationId: 'getOrder', method: 'GET', path: '/orders/{id}', title: 'Read an order' },
      { operationId: 'createOrder', method: 'POST', path: '/orders', title: 'createOrder' },
    ]);
    expect(body.digest).toMatch(/^[0-9a-f]{64}$/);
    const stored = await ApiProductDocument.query(knex).findOne({ versionId: body.id }).throwIfNotFound();
    expect(stored.sealed.includes('openapi')).toBe(false);
    const place = { workspaceId: workspace, name: `api-product-document/${stored.id}/sealed` };
    const opened = await unsealInWorkspace({ ...t.ports, knex }, place, stored.sealed);
    expect(opened.toString()).toBe(withCreate);
  });

  it('is numbered within its major, and a new major is the next one', async () => {
    const productId = await product();
    await published(productId);

    const second = await draft(productId, withCreate);
    const beyond = await draft(productId, shop, { major: 3 });
    const next = await draft(productId, withoutTotal, { major: 2 });
    const twin = await draft(productId, shop, { major: 2 });

    expect([second.body.major, second.body.number]).toEqual([1, 2]);
    expect(beyond).toMatchObject({ status: 422, body: { errors: [{ pointer: '/major' }] } });
    expect([next.body.major, next.body.number]).toEqual([2, 1]);
    expect(twin).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('changes while it is a draft, and never once it is published', async () => {
    const productId = await product();
    const { body } = await draft(productId);

    const changed = await send('PATCH', `/${productId}/versions/${body.id}`, { document: withCreate });
    const same = await send('PATCH', `/${productId}/versions/${body.id}`, { document: withCreate });
    await act(productId, body.id, 'publish');
    const late = await send('PATCH', `/${productId}/versions/${body.id}`, { requestChecks: 'REPORT' });

    expect(changed.body.operations).toHaveLength(2);
    expect(changed.body.digest).not.toBe(body.digest);
    expect(same.body.rowVersion).toBe(changed.body.rowVersion);
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(await ApiProductOperation.query(knex).where({ versionId: body.id }).resultSize()).toBe(2);
  });

  it('has one digest for equal content, whatever the layout, and another with other request checks', async () => {
    const [one, two, three] = [await product(), await product(), await product()];

    const plain = await draft(one, shop);
    const spaced = await draft(two, JSON.stringify(JSON.parse(shop), null, 4));
    const reported = await draft(three, shop, { requestChecks: 'REPORT' });

    expect(spaced.body.digest).toBe(plain.body.digest);
    expect(reported.body.digest).not.toBe(plain.body.digest);
  });

  it('replaces the published version of its major, and tells the differences', async () => {
    const productId = await product();
    const first = await published(productId);

    const second = await published(productId, withCreate);
    const compared = await send('GET', `/${productId}/changes?from=${first}&to=${second}`);
    const { body } = await send('GET', `/${productId}/versions/${second}`);
    const before = await send('GET', `/${productId}/versions/${first}`);

    expect(before.body.status).toBe('SUPERSEDED');
    expect(body).toMatchObject({ status: 'PUBLISHED', publishedAt: '2026-11-20T09:00:00.000Z' });
    expect(body.changes).toMatchObject([{ kind: 'ADDITIVE' }]);
    expect(compared.body.data).toEqual(body.changes);
    const events = (await eventsOf(t, workspace)).filter(({ resource }) =>
      [first, second].includes(resource.id),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'api_product.version_created',
      'api_product.version_published',
      'api_product.version_created',
      'api_product.version_superseded',
      'api_product.version_published',
    ]);
  });

  it('422: is not published with a change that breaks its major, and each such change has its pointer', async () => {
    const productId = await product();
    const first = await published(productId, withCreate);
    const { body } = await draft(productId, withoutTotal);

    const refused = await act(productId, body.id, 'publish');

    expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(refused.body.errors.length).toBeGreaterThan(1);
    expect(refused.body.message).toContain(`\`errors\` has ${refused.body.errors.length - 1} more.`);
    for (const { pointer, message } of refused.body.errors)
      expect([pointer, message]).toEqual([expect.stringMatching(/^\/operations\//), expect.any(String)]);
    expect((await send('GET', `/${productId}/versions/${first}`)).body.status).toBe('PUBLISHED');
    await act(productId, body.id, 'discard');
    await published(productId, withoutTotal, { major: 2 });
  });

  it('412: of two that are published at the same time, one is refused as version_conflict', async () => {
    const productId = await product();
    const { body } = await draft(productId);

    const answers = await Promise.all([
      act(productId, body.id, 'publish'),
      act(productId, body.id, 'publish'),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
  });

  it('ends as announced, or is replaced: publishing and deprecating at the same time do only one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const productId = await product();
      const first = await published(productId);
      const { body } = await draft(productId, withCreate);

      const [deprecated, next] = await Promise.all([
        act(productId, first, 'deprecate'),
        act(productId, body.id, 'publish'),
      ]);

      const { status } = (await send('GET', `/${productId}/versions/${first}`)).body;
      expect([deprecated.status, next.status].filter((code) => code === 200)).toHaveLength(1);
      expect(status).toBe(deprecated.status === 200 ? 'DEPRECATED' : 'SUPERSEDED');
    }
  });

  it('breaks its major if it begins to refuse requests that were only reported', async () => {
    const productId = await product();
    await published(productId, shop, { requestChecks: 'REPORT' });
    const { body } = await draft(productId, shop, { requestChecks: 'ENFORCE' });

    const refused = await act(productId, body.id, 'publish');

    expect(refused.body.errors).toMatchObject([
      { pointer: '/requestChecks', code: 'request_checks_enforced' },
    ]);
  });

  it('is discarded as a draft: its number stays taken, and its document is deleted', async () => {
    const productId = await product();
    const { body } = await draft(productId);

    const discarded = await act(productId, body.id, 'discard');
    const next = await draft(productId);

    expect(discarded.body).toMatchObject({ status: 'DISCARDED', publishedAt: null });
    expect(next.body.number).toBe(2);
    expect(await ApiProductDocument.query(knex).where({ versionId: body.id }).resultSize()).toBe(0);
    expect(await ApiProductOperation.query(knex).where({ versionId: body.id }).resultSize()).toBe(0);
  });

  it('is deprecated with at least 90 days’ notice, and retired when its day has come', async () => {
    const productId = await product();
    const id = await published(productId);

    const short = await act(productId, id, 'deprecate', { days: 89 });
    const deprecated = await act(productId, id, 'deprecate');
    const early = await act(productId, id, 'retire');
    const revived = await draft(productId, withCreate);
    t.clock.advance({ days: 90 });
    const { body } = await t.rest('POST', '/api/auth/sign-in', {
      body: { email: owner.email, password: owner.password },
    });
    owner.token = body.accessToken;
    const retired = await act(productId, id, 'retire');

    expect(short).toMatchObject({ status: 422, body: { errors: [{ pointer: '/days' }] } });
    expect(deprecated.body).toMatchObject({ status: 'DEPRECATED', retiresAt: '2027-02-18T09:00:00.000Z' });
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(revived).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(retired.body.status).toBe('RETIRED');
  });

  it('409 in_use: keeps its product from being retired while it is served', async () => {
    const productId = await product();
    await published(productId);

    const answerNow = await send('POST', `/${productId}/retire`);

    expect(answerNow).toMatchObject({ status: 409, body: { code: 'in_use' } });
  });

  it('409 limit_reached: is of one of at most three majors that are served', async () => {
    const productId = await product();
    for (const major of [1, 2, 3]) await published(productId, shop, { major });
    const { body } = await draft(productId, shop, { major: 4 });

    const refused = await act(productId, body.id, 'publish');

    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  });

  it.each([
    ['no OpenAPI', 'hello: world', 'not_openapi'],
    ['OpenAPI 2', JSON.stringify({ swagger: '2.0', info: {}, paths: {} }), 'unsupported_version'],
    ['no operation', documentOf({}), 'nothing_usable'],
    ['neither JSON nor YAML', '{"openapi": "3.1.0", "paths": {', 'unreadable'],
  ])('422: is not made from %s, and the answer says why', async (_what, document, code) => {
    const { status, body } = await draft(await product(), document);

    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, '/document', code]);
    expect(body.message).toMatch(/^[A-Z].*\.$/);
  });

  it('429: is not made while the server reads two other documents of its workspace', async () => {
    const productId = await product();
    const { ofWorkspace } = documentPlaces['reads or compares'];
    const held = t.instances.flatMap(({ ports }) =>
      Array.from({ length: ofWorkspace }, () =>
        ports.places.take(`documents/reads or compares/${workspace}`, ofWorkspace),
      ),
    );

    const refused = await draft(productId);
    for (const place of held) place?.[Symbol.dispose]();
    const later = await draft(productId);

    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers['retry-after']).toBe('1');
    expect(later.status).toBe(201);
  });

  it('404: of another product is not found', async () => {
    const [one, other] = [await product(), await product()];
    const { body } = await draft(one);

    const answers = [
      await send('GET', `/${other}/versions/${body.id}`),
      await act(other, body.id, 'publish'),
      await send('GET', `/${other}/changes?from=${body.id}&to=${body.id}`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is listed without its large parts, which a client can ask for', async () => {
    const productId = await product();
    await published(productId, withCreate);
    const query = `query ($productId: ID!) { apiProductVersions(productId: $productId, first: 10) {
      edges { node { number operations { operationId } } } } }`;

    const listed = await send('GET', `/${productId}/versions`);
    const { body } = await t.graphql(query, { productId }, { as: owner, workspace });

    expect(Object.keys(listed.body.data[0])).not.toContain('operations');
    expect(body.data.apiProductVersions.edges[0].node.operations).toHaveLength(2);
  });

  it('is refused once its row was changed outside of the product', async () => {
    const productId = await product();
    const { body } = await draft(productId);
    await knex('api_product_version').where({ id: body.id }).update({ number: 9 });

    const refused = await act(productId, body.id, 'publish');

    expect(refused).toMatchObject({ status: 403, body: { code: 'integrity_check_failed' } });
  });

  it('is not published once an operation of it was changed outside of the product', async () => {
    const productId = await product();
    await published(productId);
    const { body } = await draft(productId, withCreate);
    await knex.raw(
      `update api_product_operation set definition = jsonb_set(definition, '{path}', '"/hacked"') where version_id = ?`,
      [body.id],
    );

    const refused = await act(productId, body.id, 'publish');

    expect(refused).toMatchObject({ status: 403, body: { code: 'integrity_check_failed' } });
  });

  it('is compared with no other once it is discarded, or its operations were deleted outside of the product', async () => {
    const productId = await product();
    const first = await published(productId);
    const { body } = await draft(productId, withoutTotal);
    const compare = async () => await send('GET', `/${productId}/changes?from=${first}&to=${body.id}`);

    await knex('api_product_operation').where({ versionId: first }).delete();
    const emptied = [await compare(), await act(productId, body.id, 'publish')];
    await act(productId, body.id, 'discard');
    const discarded = await send('GET', `/${productId}/changes?from=${body.id}&to=${body.id}`);

    for (const refused of emptied)
      expect(refused).toMatchObject({ status: 403, body: { code: 'integrity_check_failed' } });
    expect(discarded).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('does not change once its product is retired', async () => {
    const productId = await product();
    const { body } = await draft(productId);
    await send('POST', `/${productId}/retire`);

    const answers = [
      await send('PATCH', `/${productId}/versions/${body.id}`, { requestChecks: 'REPORT' }),
      await act(productId, body.id, 'publish'),
      await draft(productId),
    ];

    for (const refused of answers)
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });
});
