import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { roles } from '../../../db/models/member.ts';
import { schema } from '../../../schema/index.ts';
import { holds } from '../../../schema/kernel/access/permissions.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { httpHost } from '../../support/listeners.ts';
import { liveTo, type Told } from '../../support/live.ts';
import { liveShop } from '../../support/live-products.ts';
import { partsOf } from '../../support/parts.ts';
import { cast, type Cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const beside = await anotherInstance(t);
await t.app.listen({ port: 0, host: 'localhost' });
await beside.app.listen({ port: 0, host: 'localhost' });
const here = liveTo(t);
const there = liveTo(beside);

const products = `subscription ($after: String, $id: ID) {
  apiProductChanged(after: $after, productId: $id) {
    cursor type apiProduct { id status } apiProductVersion { id status liveSince operations { operationId } } } }`;
const assignments = `subscription ($after: String, $id: ID) {
  productAssignmentChanged(after: $after, applicationId: $id) {
    cursor type productAssignment { id applicationId environment status quota { limit } } } }`;
const both = [
  ['apiProductChanged', products],
  ['productAssignmentChanged', assignments],
] as const;

const next = { ...shopDocument, info: { title: 'Shop', version: '1.1.0' } };

const eventCursor = async ({ owner, workspaceId: workspace }: Cast): Promise<string> =>
  (await t.graphql('{ eventCursor }', {}, { as: owner, workspace })).body.data.eventCursor;
const changesIn = ({ messages }: Told) =>
  messages.map(({ data }) => Object.values(data ?? {})[0] as { cursor: string; type: string });
const typesIn = (told: Told) => changesIn(told).map(({ type }) => type);

/** Changes the quota of an assignment, to the limit or to none. */
async function limit(shop: Awaited<ReturnType<typeof callable>>, calls: number | null): Promise<void> {
  const quota = calls === null ? null : { limit: calls, period: 'DAY' };
  await shop.send('PATCH', `/applications/${shop.key.applicationId}/assignments/${shop.assignment.id}`, {
    quota,
  });
}

describe('apiProductChanged', () => {
  it('shows on an open dashboard how a product and its versions begin, live and end', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(await people.as('VIEWER'), people.workspaceId);
    const told = follow(products, { after: await eventCursor(people) });
    const shop = await liveShop(t, people, shopDocument);
    const versions = `/products/${shop.product.id}/versions`;
    await told.saw('api_product.version_activated');
    const second = await shop.publish(next);
    await shop.send('POST', `${versions}/${shop.version.id}/deactivate`);
    await shop.send('POST', `${versions}/${second.id}/deprecate`, { days: 90 });
    await shop.send('PATCH', `/products/${shop.product.id}`, { name: 'The shop' });
    await told.after(10);

    const [created, , , activated, ...later] = changesIn(told);
    expect(typesIn(told)).toEqual([
      'api_product.created',
      'api_product.version_created',
      'api_product.version_published',
      'api_product.version_activated',
      'api_product.version_created',
      'api_product.version_superseded',
      'api_product.version_published',
      'api_product.version_deactivated',
      'api_product.version_deprecated',
      'api_product.updated',
    ]);
    const apiProduct = { id: shop.product.id, status: 'ACTIVE' };
    expect(created).toMatchObject({ apiProduct, apiProductVersion: null });
    expect(activated).toMatchObject({
      apiProduct,
      apiProductVersion: {
        id: shop.version.id,
        liveSince: t.clock.now().toISOString(),
        operations: expect.arrayContaining([{ operationId: 'createOrder' }]),
      },
    });
    expect(later.at(-2)).toMatchObject({
      apiProduct,
      apiProductVersion: { id: second.id, status: 'DEPRECATED', liveSince: null },
    });
  });

  it('can be limited to one product', async () => {
    const people = await cast(t);
    const [one, other] = [await callable(t, people, shopDocument), await callable(t, people, shopDocument)];
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const told = follow(products, { after: await eventCursor(people), id: other.product.id });

    for (const { send, product, version, key, assignment } of [one, other]) {
      await send('DELETE', `/applications/${key.applicationId}/assignments/${assignment.id}`);
      await send('POST', `/products/${product.id}/versions/${version.id}/deprecate`, { days: 90 });
      await send('PATCH', `/products/${product.id}`, { name: 'The shop' });
    }

    await told.after(2);
    expect(changesIn(told)).toMatchObject([
      {
        type: 'api_product.version_deprecated',
        apiProduct: { id: other.product.id },
        apiProductVersion: { id: other.version.id, status: 'DEPRECATED' },
      },
      { type: 'api_product.updated', apiProduct: { id: other.product.id }, apiProductVersion: null },
    ]);
  });

  it('tells that the service behind a live version fails', async () => {
    const people = await cast(t);
    const broken = await httpHost((_request, response) => void response.writeHead(503).end());
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const told = follow(products, { after: await eventCursor(people) });
    const members = { upstream: { url: broken.origin } };
    const shop = await liveShop(t, people, shopDocument, { members });

    // Each instance counts five failures alone.
    for (let call = 0; call < 5 * t.instances.length; call += 1)
      await t.rest('GET', `/v1/products/${shop.slug}/v1/orders`, { as: shop.live.secret });
    await told.saw('product_upstream.circuit_opened');

    expect(changesIn(told).find(({ type }) => type === 'product_upstream.circuit_opened')).toMatchObject({
      apiProduct: { id: shop.product.id },
      apiProductVersion: { id: shop.version.id },
    });
  });
});

describe('productAssignmentChanged', () => {
  it('shows on an open dashboard what is assigned, changed and removed, in the sandbox and live', async () => {
    const people = await cast(t);
    const { follow } = await here.watch(await people.as('VIEWER'), people.workspaceId);
    const told = follow(assignments, { after: await eventCursor(people) });
    const shop = await liveShop(t, people, shopDocument);
    await told.after(2);
    await limit(shop, 7);
    await told.after(3);
    const path = `/applications/${shop.applicationId}/assignments/${shop.assignment.id}`;
    await shop.send('DELETE', path);
    await shop.approvals.revoke(shop.applicationId, shop.admin);
    await told.after(5);

    const { applicationId } = shop;
    expect(changesIn(told)).toMatchObject([
      {
        type: 'application.product.assigned',
        productAssignment: { applicationId, environment: 'SANDBOX', quota: null },
      },
      { type: 'application.product.assigned', productAssignment: { applicationId, environment: 'LIVE' } },
      { type: 'application.product.updated', productAssignment: { status: 'ACTIVE', quota: { limit: 7 } } },
      {
        type: 'application.product.unassigned',
        productAssignment: { environment: 'SANDBOX', status: 'REMOVED' },
      },
      {
        type: 'application.product.unassigned',
        productAssignment: { environment: 'LIVE', status: 'REMOVED' },
      },
    ]);
  });

  it('can be limited to one application', async () => {
    const people = await cast(t);
    const [one, other] = [await callable(t, people, shopDocument), await callable(t, people, shopDocument)];
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const id = other.key.applicationId;
    const told = follow(assignments, { after: await eventCursor(people), id });

    for (const calls of [3, 4]) for (const shop of [one, other]) await limit(shop, calls);

    await told.after(2);
    expect(changesIn(told)).toMatchObject([
      { productAssignment: { id: other.assignment.id, applicationId: id } },
      { productAssignment: { id: other.assignment.id, applicationId: id } },
    ]);
  });
});

describe.each(both)('%s', (name, query) => {
  it('sends nothing of another workspace, not even by an id of it', async () => {
    const [people, strangers] = [await cast(t), await cast(t)];
    const { follow } = await here.watch(people.owner, people.workspaceId);
    const after = await eventCursor(people);
    const theirs = await callable(t, strangers, shopDocument);
    const id = query === products ? theirs.product.id : theirs.key.applicationId;
    const [foreign, all] = [follow(query, { after, id }), follow(query, { after })];

    await limit(theirs, 5);
    await theirs.send('PATCH', `/products/${theirs.product.id}`, { name: 'Theirs' });
    const ours = await callable(t, people, shopDocument);
    await limit(ours, 5);
    await ours.send('PATCH', `/products/${ours.product.id}`, { name: 'Ours' });

    const own = query === products ? ours.product.id : ours.assignment.id;
    await all.saw(query === products ? 'api_product.updated' : 'application.product.updated');
    const parts = JSON.stringify(all.messages);
    expect(parts).toContain(own);
    expect(parts).not.toContain(theirs.product.id);
    expect(parts).not.toContain(theirs.assignment.id);
    expect(foreign.messages).toEqual([]);
  });

  it('continues on another instance from the last cursor, with each change once and in order', async () => {
    const people = await cast(t);
    const shop = await callable(t, people, shopDocument);
    const change = async (nth: number) =>
      query === products
        ? await shop.send('PATCH', `/products/${shop.product.id}`, { name: `Shop ${nth}` })
        : await limit(shop, nth + 1);
    let after = await eventCursor(people);
    const seen: string[] = [];

    for (const [nth, at] of [here, there, here, there].entries()) {
      await change(nth);
      const { client, follow } = await at.watch(people.owner, people.workspaceId);
      const told = follow(query, { after });
      await change(nth + 10);
      // An instance finds the commits of the other at its tick, which the job runs each second.
      await Promise.all([t.ports.feed.tick(), beside.ports.feed.tick()]);
      await told.after(2);
      await client.dispose();
      const changes = changesIn(told);
      seen.push(...changes.map(({ cursor }) => cursor));
      after = changes.at(-1)?.cursor ?? '';
    }

    const { body } = await t.graphql(
      '{ events(first: 50) { edges { cursor node { type } } } }',
      {},
      { as: people.owner, workspace: people.workspaceId },
    );
    const type = query === products ? 'api_product.updated' : 'application.product.updated';
    const edges: { cursor: string; node: { type: string } }[] = body.data.events.edges;
    expect(seen).toEqual(edges.filter(({ node }) => node.type === type).map(({ cursor }) => cursor));
    expect(seen).toHaveLength(8);
  });

  it.each(roles)('needs api_products:read: %s', async (role) => {
    const people = await cast(t);
    const { follow } = await here.watch(await people.as(role), people.workspaceId);
    const after = await eventCursor(people);
    await callable(t, people, shopDocument);

    const [message] = await follow(query, { after }).after(1);

    expect(message?.errors?.[0]?.message).toBe(
      holds(role, 'api_products:read') ? undefined : 'Workspace permission is required: api_products:read',
    );
  });

  it('sends every field, to a member who reads all and to one who reads least', async () => {
    const people = await cast(t);
    const after = await eventCursor(people);
    await callable(t, people, shopDocument);
    const type = schema.getSubscriptionType()?.getFields()[name]?.type;
    const message = type && 'ofType' in type ? type.ofType : type;
    if (!isObjectType(message)) throw new Error('There is no such type.');
    const fields = Object.values(message.getFields());

    for (const role of ['ADMIN', 'VIEWER'] as const) {
      const { follow } = await here.watch(await people.as(role), people.workspaceId);
      for (const { name: field, type: part } of fields) {
        const asked = `subscription ($after: String) { ${name}(after: $after) { ${field} ${partsOf(part, 2)} } }`;
        const [first] = await follow(asked, { after }).after(1);
        expect(first).not.toHaveProperty('errors');
      }
    }
    expect(fields.map((field) => field.name)).toContain('cursor');
  });
});
