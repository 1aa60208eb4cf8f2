import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';
import { shopDocument } from '../../matrix.products.ts';
import { newId } from '../../../../schema/values/id.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');
let made = 0;

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as = owner) =>
  await t.rest(method, `/api/console${path}`, { as, workspace: as.workspaceId, body });
const application = async (as = owner): Promise<string> =>
  (await send('POST', '/applications', { name: 'Checkout' }, as)).body.id;

async function product(as = owner): Promise<string> {
  const { body } = await send('POST', '/products', { slug: `shop-${(made += 1)}`, name: 'Shop' }, as);
  return body.id;
}

async function published(productId: string, major = 1): Promise<string> {
  const { body } = await send('POST', `/products/${productId}/versions`, { document: shopDocument, major });
  await send('POST', `/products/${productId}/versions/${body.id}/publish`);
  return body.id;
}

async function assignable() {
  const [applicationId, productId] = [await application(), await product()];
  await published(productId);
  return { applicationId, productId, path: `/applications/${applicationId}/assignments` };
}

describe('an assignment of an API product', () => {
  it('lets a developer give an application a product in the sandbox, change it, and take it away', async () => {
    const { applicationId, productId, path } = await assignable();

    const assigned = await send('POST', path, { productId, major: 1 }, developer);
    const { id } = assigned.body;
    const quota = { limit: 100, period: 'DAY' };
    const changed = await send('PATCH', `${path}/${id}`, { operations: ['getOrder'], quota }, developer);
    const same = await send('PATCH', `${path}/${id}`, { quota }, developer);
    const opened = await send('PATCH', `${path}/${id}`, { operations: null }, developer);
    const listed = await send('GET', path);
    const removed = await send('DELETE', `${path}/${id}`, undefined, developer);
    const after = await send('GET', path);

    expect(assigned).toMatchObject({
      status: 201,
      body: { applicationId, product: { id: productId }, major: 1, environment: 'SANDBOX', status: 'ACTIVE' },
    });
    expect([assigned.body.operations, assigned.body.quota]).toEqual([null, null]);
    expect(changed.body).toMatchObject({ operations: ['getOrder'], quota, rowVersion: 2 });
    expect(same.body.rowVersion).toBe(2);
    expect(opened.body).toMatchObject({ operations: null, quota });
    expect(listed.body.data).toMatchObject([{ id }]);
    expect(removed.body).toMatchObject({ status: 'REMOVED', removedAt: '2026-11-20T09:00:00.000Z' });
    expect(after.body.data).toEqual([]);
    const events = (await eventsOf(t, workspace)).filter(({ resource }) => resource.id === id);
    expect(events.map(({ type }) => type)).toEqual([
      'application.product.assigned',
      'application.product.updated',
      'application.product.updated',
      'application.product.unassigned',
    ]);
  });

  it('409 already_granted: exists once for a major, and again after it was removed', async () => {
    const { productId, path } = await assignable();
    await published(productId, 2);
    const { body } = await send('POST', path, { productId, major: 1 });

    const twin = await send('POST', path, { productId, major: 1 });
    const next = await send('POST', path, { productId, major: 2 });
    await send('DELETE', `${path}/${body.id}`);
    const again = await send('POST', path, { productId, major: 1 });

    expect(twin).toMatchObject({ status: 409, body: { code: 'already_granted' } });
    expect([next.status, again.status]).toEqual([201, 201]);
  });

  it('409 invalid_transition: needs a served version, and an application and a product that are not gone', async () => {
    const { applicationId, productId, path } = await assignable();
    const unserved = await product();
    const retired = await product();
    await send('POST', `/products/${retired}/retire`);

    const refused = [
      await send('POST', path, { productId, major: 2 }),
      await send('POST', path, { productId: unserved, major: 1 }),
      await send('POST', path, { productId: retired, major: 1 }),
    ];
    const { body } = await send('POST', path, { productId, major: 1 });
    await send('DELETE', `/applications/${applicationId}`);
    const quota = { limit: 1, period: 'DAY' };
    refused.push(
      await send('POST', path, { productId, major: 1 }),
      await send('PATCH', `${path}/${body.id}`, { quota }),
    );

    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('422: names only operations of the version, each once', async () => {
    const { productId, path } = await assignable();

    const unknown = await send('POST', path, { productId, major: 1, operations: ['getOrder', 'nothing'] });
    const twice = await send('POST', path, { productId, major: 1, operations: ['getOrder', 'getOrder'] });
    const none = await send('POST', path, { productId, major: 1, operations: [] });

    expect(unknown.body.errors).toMatchObject([{ pointer: '/operations/1', code: 'unknown_operation' }]);
    expect([unknown.status, twice.status, none.status]).toEqual([422, 422, 422]);
  });

  it('is listed by its application and by its product, and no longer once it is removed', async () => {
    const { productId, path } = await assignable();
    const others = await assignable();
    const { body: assignment } = await send('POST', path, { productId, major: 1 });
    await send('POST', others.path, { productId, major: 1 });
    const ofProduct = async () => (await send('GET', `/products/${productId}/assignments`)).body.data;
    const names = async () => {
      const query =
        'query ($id: ID!) { productAssignments(productId: $id, first: 5) { edges { node { application { name } } } } }';
      const { body } = await t.graphql(query, { id: productId }, { as: developer, workspace });
      return body.data.productAssignments.edges;
    };

    expect(await ofProduct()).toMatchObject([{ id: assignment.id }, { applicationId: others.applicationId }]);
    expect((await send('GET', path)).body.data).toMatchObject([{ id: assignment.id }]);
    expect(await names()).toEqual(
      Array.from({ length: 2 }, () => ({ node: { application: { name: 'Checkout' } } })),
    );
    await send('DELETE', `${path}/${assignment.id}`);
    expect(await ofProduct()).toMatchObject([{ applicationId: others.applicationId }]);
  });

  it('404: neither the application nor the product is of another workspace', async () => {
    const { productId, path } = await assignable();
    const foreign = {
      application: await application(strangers.owner),
      product: await product(strangers.owner),
    };

    const answers = [
      await send('POST', path, { productId: foreign.product, major: 1 }),
      await send('POST', `/applications/${foreign.application}/assignments`, { productId, major: 1 }),
      await send('GET', `/applications/${foreign.application}/assignments`),
      await send('GET', `/products/${foreign.product}/assignments`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('409 limit_reached: is one of at most 100 of an application', async () => {
    const { applicationId, productId, path } = await assignable();
    const { body } = await send('POST', path, { productId, major: 1 });
    await t.unrecorded(async (knex) => {
      const { rows } = await knex.raw('select * from product_assignment where id = ?', [body.id]);
      const copies = Array.from({ length: 99 }, (_, index) => ({
        ...rows[0],
        id: newId('productAssignment'),
        major: index + 2,
      }));
      await knex('product_assignment').insert(copies);
    });
    await published(productId, 2);

    const refused = await send('POST', `/applications/${applicationId}/assignments`, { productId, major: 2 });

    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  });
});
