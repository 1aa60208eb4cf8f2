import type { IncomingMessage } from 'node:http';
import { httpHost } from './listeners.ts';

export interface Asked {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface Provider {
  origin: string;
  /** Its description, in OpenAPI 3.1. */
  document: string;
  /** The accounts by their `Authorization: Bearer` tokens. */
  accounts: Map<string, string>;
  asked: Asked[];
  /** How each request ended: answered, or abandoned by the client. */
  ended: ('heard' | 'left')[];
  /** While set, it replaces all answers. */
  instead: { status: number; body?: string; headers?: Record<string, string> } | null;
  /** While set, answers wait for it. */
  until: Promise<void> | null;
  /** The answer of GET /orders. */
  orders: unknown;
}

/** Starts a small provider on loopback, whose orders require a token. */
export async function provider(extraSchemes: object = {}): Promise<Provider> {
  const it: Provider = {
    origin: '',
    document: '',
    accounts: new Map([[token, 'account-1']]),
    asked: [],
    ended: [],
    instead: null,
    until: null,
    orders: Array.from({ length: 30 }, (_, index) => ({ id: index + 1, item: `Item ${index + 1}` })),
  };
  const host = await httpHost((request, answer) => {
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { method = '', url: path = '', headers } = request;
    answer.once('close', () => it.ended.push(answer.writableFinished ? 'heard' : 'left'));
    void bodyOf(request).then(async (body) => {
      it.asked.push({ method, path, headers, body });
      await it.until;
      if (it.instead) {
        answer.writeHead(it.instead.status, { 'content-type': 'application/json', ...it.instead.headers });
        return answer.end(it.instead.body ?? '{}');
      }
      const account = it.accounts.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
      if (account === undefined) return send(401, { message: `no: ${headers.authorization}` });
      if (path === '/me') return send(200, { id: account, token: headers.authorization });
      if (path.startsWith('/orders/')) return send(200, { id: 7, item: 'Lamp' });
      return method === 'POST' ? send(201, { id: 31 }) : send(200, it.orders);
    });
  });
  it.origin = host.origin;
  it.document = JSON.stringify(described(host.origin, extraSchemes));
  return it;
}

/** The token of its first account. */
export const token = 'tok-of-a-provider-0123456789abcdef';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function described(origin: string, extraSchemes: object): object {
  const order = {
    type: 'object',
    required: ['id', 'item'],
    properties: { id: { type: 'integer' }, item: { type: 'string' } },
  };
  const json = (schema: object) => ({
    description: 'It.',
    content: { 'application/json': { schema } },
  });
  const schemes = { token: { type: 'http', scheme: 'bearer' }, ...extraSchemes };
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: origin }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    components: { securitySchemes: schemes },
    paths: {
      '/me': {
        get: {
          operationId: 'whoAmI',
          summary: 'Tell whose token it is',
          responses: { '200': json({ type: 'object' }) },
        },
      },
      '/orders': {
        get: {
          operationId: 'listOrders',
          summary: 'List orders',
          parameters: [
            { name: 'status', in: 'query', schema: { type: 'string', enum: ['open', 'closed'] } },
            { name: 'page', in: 'query', schema: { type: 'integer' } },
          ],
          responses: { '200': json({ type: 'array', items: order }) },
        },
        post: {
          operationId: 'createOrder',
          summary: 'Create an order',
          requestBody: { required: true, content: { 'application/json': { schema: order } } },
          responses: { '201': json(order) },
        },
      },
      '/orders/{orderId}': {
        get: {
          operationId: 'getOrder',
          summary: 'Show one order',
          parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { '200': json(order) },
        },
      },
    },
  };
}
