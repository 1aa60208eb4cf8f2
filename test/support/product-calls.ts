import type { HTTPMethods } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { applicationWithKey, type Cast } from './people.ts';

export interface Call {
  as?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

let made = 0;

/** Publishes a product with the document, and assigns it to a new application with a sandbox key. */
export async function callable(t: TestApp, everyone: Cast, document: object | string, members: object = {}) {
  const { owner, workspaceId: workspace } = everyone;
  const send = async (method: HTTPMethods, path: string, body?: unknown) => {
    const answer = await t.rest(method, `/api/console${path}`, { as: owner, workspace, body });
    expect(answer, `${method} ${path}`).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    return answer.body;
  };
  const slug = `shop-${(made += 1)}`;
  const product = await send('POST', '/products', { slug, name: 'Shop' });
  const publish = async (text: object | string, more: object = {}) => {
    const path = `/products/${product.id}/versions`;
    const version = await send('POST', path, {
      document: typeof text === 'string' ? text : JSON.stringify(text),
      ...more,
    });
    return await send('POST', `${path}/${version.id}/publish`);
  };
  const version = await publish(document, members);
  const key = await applicationWithKey(t, everyone);
  const assign = async (applicationId: string, more: object = {}) =>
    await send('POST', `/applications/${applicationId}/assignments`, {
      productId: product.id,
      major: 1,
      ...more,
    });
  const assignment = await assign(key.applicationId);
  const at = (path: string) => `/v1/sandbox/products/${slug}/v1${path}`;
  return {
    slug,
    product,
    version,
    key,
    assignment,
    send,
    publish,
    assign,
    at,
    call: async (method: HTTPMethods, path: string, { as = key.secret, ...request }: Call = {}) =>
      await t.rest(method, at(path), { as, ...request }),
  };
}
