import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A small provider on loopback: a book shop API that requires a token, with its OpenAPI description. */
export interface DemoProvider extends AsyncDisposable {
  token: string;
  /** OpenAPI 3.1. */
  document: object;
}

const books = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  title: `The Analytical Engine, volume ${index + 1}`,
  inStock: index % 3 !== 0,
}));

export async function startDemoProvider(): Promise<DemoProvider> {
  const token = `shop-${randomBytes(12).toString('hex')}`;
  const orders: object[] = [];
  const server = createServer((request, response) => {
    void answerTo(request, token, orders).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    token,
    document: describe(origin),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerTo(
  request: IncomingMessage,
  token: string,
  orders: object[],
): Promise<[status: number, body: unknown]> {
  const { method, url = '', headers } = request;
  if (headers.authorization !== `Bearer ${token}`) return [401, { message: 'Who are you?' }];
  if (url === '/account')
    return [200, { id: 'shop-7', name: 'Ada’s books', authorization: `Bearer ${token}` }];
  if (method === 'POST') {
    const order = { number: orders.length + 1, ...((await json(request)) as object) };
    orders.push(order);
    return [201, order];
  }
  return [200, url.includes('inStock=true') ? books.filter(({ inStock }) => inStock) : books];
}

const jsonOf = (schema: object) => ({
  description: 'It.',
  content: { 'application/json': { schema } },
});

function describe(origin: string): object {
  const book = {
    type: 'object',
    properties: { id: { type: 'integer' }, title: { type: 'string' }, inStock: { type: 'boolean' } },
  };
  const order = {
    type: 'object',
    required: ['bookId', 'copies'],
    properties: { bookId: { type: 'integer' }, copies: { type: 'integer', minimum: 1 } },
  };
  const inStock = { name: 'inStock', in: 'query', schema: { type: 'boolean' }, description: 'Only these.' };
  return {
    openapi: '3.1.0',
    info: { title: 'Book shop', version: '1' },
    servers: [{ url: origin }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: {
      '/account': {
        get: {
          operationId: 'account',
          summary: 'Tell whose account it is',
          responses: { '200': jsonOf({ type: 'object' }) },
        },
      },
      '/books': {
        get: {
          operationId: 'listBooks',
          summary: 'List the books of the shop',
          parameters: [inStock],
          responses: { '200': jsonOf({ type: 'array', items: book }) },
        },
      },
      '/orders': {
        post: {
          operationId: 'orderBook',
          summary: 'Order copies of a book',
          requestBody: { required: true, content: { 'application/json': { schema: order } } },
          responses: { '201': jsonOf(order) },
        },
      },
    },
  };
}
