import { ApiProduct } from '../../db/models/api-product.ts';
import { application, key } from './matrix.applications.ts';
import { nextNumber, send, type Ids, type Place } from './matrix.place.ts';

export const newProduct = () => ({ slug: `product-${nextNumber()}`, name: 'Web shop' });

export const shopDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/baskets': {
      post: {
        operationId: 'createBasket',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['item'], properties: { item: { type: 'string' } } },
            },
          },
        },
        responses: { 201: { description: 'The basket was created.' } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'The order.',
            content: {
              'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
            },
          },
        },
      },
    },
  },
});

/** The latest product of each workspace. A workspace may have only 50. */
const made = new Map<string, string>();

export async function product(place: Place): Promise<Ids> {
  const last = made.get(place.workspaceId);
  if (last) await retire(place, last);
  const { id = '' } = await send(place, 'POST', '/api/console/products', newProduct());
  made.set(place.workspaceId, id);
  return { id };
}

// In the database, because a product that serves a version cannot be retired.
async function retire({ t }: Place, id: string): Promise<void> {
  const now = t.clock.now();
  await ApiProduct.change(t.ports.database.knex, id, now, { status: 'RETIRED', retiredAt: now });
}

export async function draft(place: Place): Promise<Ids> {
  const { id: productId = '' } = await product(place);
  return await draftOf(place, productId);
}

async function draftOf(place: Place, productId: string): Promise<Ids> {
  const path = `/api/console/products/${productId}/versions`;
  const { id = '' } = await send(place, 'POST', path, { document: shopDocument });
  return { id, productId };
}

export async function publishedVersion(place: Place): Promise<Ids> {
  return await publish(place, await draft(place));
}

export async function supersededVersion(place: Place): Promise<Ids> {
  const ids = await publishedVersion(place);
  await publish(place, await draftOf(place, ids['productId'] ?? ''));
  return ids;
}

async function publish(place: Place, ids: Ids): Promise<Ids> {
  await send(place, 'POST', `/api/console/products/${ids['productId']}/versions/${ids['id']}/publish`);
  return ids;
}

export async function assignable(place: Place): Promise<Ids> {
  const { productId = '' } = await publishedVersion(place);
  const { applicationId = '' } = await application(place);
  return { applicationId, productId };
}

export async function assignment(place: Place): Promise<Ids> {
  const { applicationId = '', productId = '' } = await assignable(place);
  const path = `/api/console/applications/${applicationId}/assignments`;
  const { id = '' } = await send(place, 'POST', path, { productId, major: 1 });
  return { id, applicationId };
}

/** A published version, with the slug of its product. */
export async function named(place: Place): Promise<Ids> {
  const ids = await publishedVersion(place);
  const { knex } = place.t.ports.database;
  const { slug } = await ApiProduct.query(knex)
    .findById(ids['productId'] ?? '')
    .throwIfNotFound();
  return { ...ids, slug };
}

/** An application with a sandbox key and an assigned product. */
export async function explorable(place: Place): Promise<Ids> {
  const { productId = '', slug } = await named(place);
  const { id: keyId = '', applicationId = '' } = await key(place);
  const path = `/api/console/applications/${applicationId}/assignments`;
  await send(place, 'POST', path, { productId, major: 1 });
  return { applicationId, keyId, product: `${slug}@v1` };
}

export async function testReceipt(place: Place): Promise<Ids> {
  const { applicationId = '', product: name } = await explorable(place);
  const body = { product: name, operationId: 'createBasket', samples: [{ item: 'tea' }] };
  const path = `/api/console/applications/${applicationId}/sample-checks`;
  const { testReceipt: receipt } = (await send(place, 'POST', path, body)) as unknown as {
    testReceipt: Ids;
  };
  return { id: receipt['id'] ?? '', applicationId, receipt: receipt['jws'] ?? '' };
}

/** A version that answers live keys, as the colleague decided. */
export async function liveVersion(place: Place): Promise<Ids> {
  const ids = await publishedVersion(place);
  const path = `/api/console/products/${ids['productId']}/versions/${ids['id']}/activate`;
  const { id, subjectDigest = '' } = await send(place, 'POST', path);
  const by = { ...place, owner: place.colleague };
  await send(by, 'POST', `/api/console/approvals/${id}/approve`, { subjectDigest, comment: 'Well argued.' });
  return ids;
}
