import { Agent, request } from 'undici';
import { send, signUp, type Owner } from './over-http.ts';
import { shopDocument } from './shop-document.ts';

const { paths } = shopDocument;
const { content } = paths['/orders'].post.responses[201];
const document = {
  ...shopDocument,
  paths: {
    ...paths,
    '/orders/{id}': {
      ...paths['/orders/{id}'],
      patch: {
        operationId: 'changeOrder',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'Changed.', content } },
      },
    },
  },
};

/** An application with a sandbox key, and what the sandbox must hold for it. */
export interface Shopper {
  owner: Owner;
  /** Contained in every value that it writes, and in no value of another one. */
  mark: string;
  /** The paths of its application, keys and assignment, of the product and of the version. */
  application: string;
  keys: string;
  assignment: string;
  product: string;
  version: string;
  keyId: string;
  secret: string;
  /** The items by the id of their order. All shoppers use the same ids. */
  orders: Map<string, string>;
  /** The ids of the orders with a call under way. */
  busy: Set<string>;
}

// The files of a worker share it. Its idle connections end by themselves.
const client = new Agent({ connections: 128 });

/** Creates a workspace with a product of the slug `shop`, which is assigned to each of its applications. */
export async function shoppersOf(url: string, marks: readonly string[]): Promise<Shopper[]> {
  const owner = await signUp(url, 'shops');
  const { token } = owner;
  const post = async (path: string, body: object) => await send(url, 'POST', path, { token, body });
  const { id: productId } = await post('/api/console/products', { slug: 'shop', name: 'Shop' });
  const product = `/api/console/products/${productId}`;
  const version = await publish(url, { owner, product }, document);
  const shoppers: Shopper[] = [];
  for (const mark of marks) {
    const { id } = await post('/api/console/applications', { name: mark });
    const application = `/api/console/applications/${id}`;
    const assigned = await post(`${application}/assignments`, { productId, major: 1 });
    const assignment = `${application}/assignments/${assigned.id}`;
    const keys = `${application}/keys`;
    const body = { name: 'first', environment: 'SANDBOX', scopes: ['read', 'write'] };
    const { id: keyId, secret } = await post(keys, body);
    const at = { application, keys, assignment, product, version };
    shoppers.push({ owner, mark, ...at, keyId, secret, orders: new Map(), busy: new Set() });
  }
  return shoppers;
}

/** Publishes a version of the product, and returns its path. */
export async function publish(
  url: string,
  { owner: { token }, product }: Pick<Shopper, 'owner' | 'product'>,
  text: object = document,
): Promise<string> {
  const body = { document: JSON.stringify(text) };
  const { id } = await send(url, 'POST', `${product}/versions`, { token, body });
  const version = `${product}/versions/${id}`;
  await send(url, 'POST', `${version}/publish`, { token });
  return version;
}

export interface Shopped {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Calls the product with a secret. */
export async function shop(
  url: string,
  secret: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Shopped> {
  const answer = await request(`${url}/v1/sandbox/products/shop/v1${path}`, {
    method,
    dispatcher: client,
    headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}
