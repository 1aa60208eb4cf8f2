import { describe, expect, it } from 'vitest';
import { documentPlaces } from '../../../schema/keys/product/rules.ts';
import { testApp } from '../../support/app.ts';
import { lintProduct } from '../../support/lint.ts';
import { cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const t = await testApp({ BASE_URL: 'https://sallyport.acme.dev' });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;

const get = async (path: string) =>
  await t.rest('GET', `/api/developer-portal/reference${path}`, { as: owner, workspace });

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ content: { 'application/json': { schema: schema(name) } } });
const answer = { responses: { 200: { description: 'Done.', ...json('Sallyport.Problem') } } };
const long = `/${'long/'.repeat(60)}`;

/** A description whose names are valid, and inconvenient. */
const hostile = {
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  paths: {
    '/names': {
      get: { operationId: '注文', ...answer },
      post: { operationId: '注文する', ...answer },
      put: { operationId: 'a b', ...answer },
      patch: { operationId: 'a_b', ...answer },
      delete: { operationId: '..', ...answer },
    },
    '/_names': {
      get: { operationId: '_list', ...answer },
      post: { operationId: 'list', ...answer },
      put: { operationId: '<script>alert(1)</script>', ...answer },
      patch: { operationId: 'x'.repeat(200), ...answer },
    },
    [`${long}a`]: { get: answer },
    [`${long}b`]: { get: answer },
    '/orders': { post: { operationId: 'order', requestBody: json('Order'), ...answer } },
  },
  components: {
    schemas: {
      'Sallyport.Problem': { type: 'object', required: ['mine'], properties: { mine: { type: 'string' } } },
      Order: { type: 'object', properties: { item: { type: 'string' } } },
    },
  },
};

const shop = await callable(t, everyone, hostile);
const product = `${shop.slug}@v1`;
interface Stated {
  operationId: string;
  'x-operation-id': string;
  tags: string[];
}

function statedIn(paths: Record<string, Record<string, Stated>>): Stated[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ operationId }) => operationId !== undefined),
  );
}

describe('the reference of a product with inconvenient names', () => {
  it.each([`audience=workspace&product=${product}`, 'audience=workspace'])(
    'gives each operation an id that leads to it: %s',
    async (query) => {
      const { body } = await get(`/openapi.json?${query}`);
      const ids = statedIn(body.paths)
        .filter((it) => it['x-operation-id'] !== undefined)
        .map(({ operationId }) => operationId);

      expect(ids).toHaveLength(12);
      expect(new Set(ids).size).toBe(12);
      for (const operationId of ids) {
        expect(operationId).toMatch(/^[\w.-]*\w[\w.-]*$/);
        expect(await get(`/operations/${operationId}?${query}`)).toMatchObject({
          status: 200,
          body: { operationId },
        });
      }
      expect(await lintProduct(body)).toEqual([]);
    },
  );

  it('leaves the ids that are usable, and names the others after their letters, or the method and path', async () => {
    const { body } = await get(`/openapi.json?audience=workspace&product=${product}`);
    const ids = new Map(statedIn(body.paths).map((it) => [it['x-operation-id'], it.operationId]));

    expect(Object.fromEntries([...ids].filter(([, id]) => id.length < 100))).toEqual({
      注文: 'GET_names',
      注文する: 'POST_names',
      'a b': 'a_b_2',
      a_b: 'a_b',
      '..': 'DELETE_names',
      _list: '_list',
      list: 'list',
      '<script>alert(1)</script>': 'script_alert_1_script',
      order: 'order',
    });
  });

  it('states its schemas as they are, even if they have the names of the server’s', async () => {
    const { body } = await get(`/openapi.json?audience=workspace&product=${product}`);
    const { 'Sallyport.Problem': own, 'Sallyport_.Problem': problem } = body.components.schemas;

    expect(own).toMatchObject({ required: ['mine'] });
    expect(problem.properties).toHaveProperty('requestId');
    expect(body.paths['/orders'].post.responses[429].content['application/problem+json'].schema).toEqual(
      schema('Sallyport_.Problem'),
    );
  });

  it('has one tag for each product, also if names are alike', async () => {
    const [other, same] = [
      await callable(t, everyone, shopDocument),
      await callable(t, everyone, shopDocument),
    ];
    const named = await shop.send('POST', '/products', { slug: 'tagged', name: 'API reference' });
    const path = `/products/${named.id}/versions`;
    const draft = await shop.send('POST', path, { document: JSON.stringify(shopDocument) });
    await shop.send('POST', `${path}/${draft.id}/publish`);

    const { body } = await get('/openapi.json?audience=workspace');
    const names = body.tags.map(({ name }: { name: string }) => name);

    expect(names).toEqual(
      expect.arrayContaining([`Shop (${other.slug})`, `Shop (${same.slug})`, 'API reference (tagged)']),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(body.paths['/tagged/v1/orders'].get.tags).toEqual(['API reference (tagged)']);
    expect(await lintProduct(body)).toEqual([]);
  });
});

describe('the cost of the reference over GraphQL', () => {
  it.each([
    ['whole documents', `{ reference { ${'abcdefgh'.replaceAll(/./g, '$&: document ')} } }`],
    [
      'the documents of many operations',
      '{ reference { operations(first: 100) { edges { node { document } } } } }',
    ],
  ])('%s are too much for one operation', async (_what, query) => {
    const { body } = await t.graphql(query, {}, { as: owner, workspace });

    expect(body.errors[0].message).toMatch(/^The complexity of the operation is \d+, the limit 1000\./);
  });

  it('one document, or those of some operations, are not', async () => {
    const query =
      '{ reference { document operations(first: 20) { edges { node { operationId document } } } } }';
    const { body } = await t.graphql(query, {}, { as: owner, workspace });

    expect(body.errors).toBeUndefined();
    expect(body.data.reference.operations.edges).toHaveLength(20);
  });
});

it('the calls of many operations are read once', async () => {
  const list = 'operations(first: 12) { edges { node { calls unfitAnswers } } }';
  const query = `{ reference(audience: WORKSPACE, product: "${product}") { ${list} } }`;
  const statements = await t.statementsOf(async () => {
    const { body } = await t.graphql(query, {}, { as: owner, workspace });
    expect(body.data.reference.operations.edges).toHaveLength(12);
  });

  expect(statements.filter((sql) => sql.includes('"operation_calls"'))).toHaveLength(1);
});

it('the public reference does not wait for documents that are written, and no reference for those that are read', async () => {
  const status = async (path: string) => (await get(path)).status;
  const own = `/openapi.json?audience=workspace&product=${product}`;
  const open = ['/openapi.json', '/operations', '/errors'];
  const reading = taken('reads or compares');
  const whileReading = await status(own);
  reading[Symbol.dispose]();
  const writing = taken('writes');
  const whileWriting = await Promise.all([...open, own].map(status));
  writing[Symbol.dispose]();

  expect(whileReading).toBe(200);
  expect(whileWriting).toEqual([200, 200, 200, 429]);
});

/** Takes every place of the workspace for the deed, on each instance. */
function taken(deed: keyof typeof documentPlaces): Disposable {
  const stack = new DisposableStack();
  const { ofWorkspace } = documentPlaces[deed];
  for (const { ports } of t.instances)
    for (let taking = 0; taking < ofWorkspace; taking += 1) {
      const place = ports.places.take(`documents/${deed}/${workspace}`, ofWorkspace);
      if (place) stack.use(place);
    }
  return stack;
}
