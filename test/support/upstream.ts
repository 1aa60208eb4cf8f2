import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, expect } from 'vitest';
import type { TestApp } from './app.ts';
import { httpHost } from './listeners.ts';
import { liveShop } from './live-products.ts';
import type { Cast } from './people.ts';
import { shopDocument } from './shop-document.ts';

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const usual = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"o1","item":"tea"}]');

export const upstreamSecret = 'upstream-secret-0123456789';

/** A service behind products. Each test may set its response, and reads what it received. */
export interface Upstream {
  origin: string;
  asked: Asked[];
  respond: (response: ServerResponse, request: IncomingMessage) => void;
}

/** Starts a service for the tests of the file. */
export async function openUpstream(): Promise<Upstream> {
  const upstream: Upstream = { origin: '', asked: [], respond: usual };
  const { origin } = await httpHost((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      upstream.asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      upstream.respond(response, request);
    })();
  });
  beforeEach(() => void Object.assign(upstream, { asked: [], respond: usual }));
  return Object.assign(upstream, { origin });
}

/** Returns functions that make live products with the upstream. */
export async function productsOf(t: TestApp, everyone: Cast, { origin }: Upstream) {
  const { owner, workspaceId: workspace } = everyone;
  const send = async (path: string, body: object) => {
    const answer = await t.rest('POST', path, { as: owner, workspace, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const { id: projectId } = await send('/api/console/projects', { name: 'Shop' });
  const referenceOf = async (kind: string, value: object) =>
    await send('/api/console/connect/credential-references', {
      projectId,
      provider: 'shop',
      kind,
      secret: value,
    });
  return {
    referenceOf,
    proxied: async (upstreamOf: object = {}, members: object = {}) => {
      const { id } = await referenceOf('BEARER', { token: upstreamSecret });
      const upstream = { url: `${origin}/api/`, credentialReferenceId: id, ...upstreamOf };
      const shop = await liveShop(t, everyone, shopDocument, { members: { upstream, ...members } });
      return {
        ...shop,
        go: async (method: 'GET' | 'POST' | 'DELETE' | 'HEAD', path: string, how: object = {}) =>
          await t.rest(method, `/v1/products/${shop.slug}/v1${path}`, { as: shop.live.secret, ...how }),
      };
    },
    /** One that takes any id of an order. */
    opened: async (upstreamOf: object = {}) => {
      const upstream = { url: `${origin}/api`, ...upstreamOf };
      const shop = await liveShop(t, everyone, open, { members: { upstream } });
      return {
        ...shop,
        go: async (path: string, headers: Record<string, string> = {}) =>
          await t.rest('GET', `/v1/products/${shop.slug}/v1${path}`, { as: shop.live.secret, headers }),
      };
    },
  };
}

const open = {
  ...shopDocument,
  paths: {
    ...shopDocument.paths,
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'One.' } },
      },
    },
  },
};
