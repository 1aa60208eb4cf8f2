import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { generate } from 'openapi-typescript-codegen';
import { afterAll, describe, expect, it } from 'vitest';
import { shopDocument } from '../../../scripts/shop-document.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';

const t = await testApp({}, { isChecked: true });
const shop = await callable(t, await cast(t), shopDocument);
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const baseUrl = `${origin}/v1/sandbox/products/${shop.slug}/v1`;

interface Order {
  id: string;
  item: string;
}

interface Operation<Answer> {
  responses: { 200: { content: { 'application/json': Answer } } };
}

/** What openapi-typescript would write; it needs an earlier TypeScript. */
interface Paths {
  '/orders': {
    get: Operation<Order[]>;
    post: Operation<Order> & { requestBody: { content: { 'application/json': { item: string } } } };
  };
  '/orders/{id}': { get: Operation<Order> & { parameters: { path: { id: string } } } };
}

interface Generated {
  OpenAPI: { BASE: string; TOKEN?: string };
  DefaultService: {
    createOrder(order: { item: string }): Promise<Order>;
    getOrder(id: string): Promise<Order>;
    listOrders(): Promise<Order[]>;
  };
}

describe('a product in the sandbox', () => {
  it('is called by openapi-fetch unchanged', async () => {
    const client = createClient<Paths>({ baseUrl, headers: { authorization: `Bearer ${shop.key.secret}` } });

    const made = await client.POST('/orders', { body: { item: 'tea' } });
    const read = await client.GET('/orders/{id}', { params: { path: { id: made.data?.id ?? '' } } });
    const all = await client.GET('/orders');
    const wrong = await client.POST('/orders', { body: {} as never });

    expect([made.response.status, made.data?.item]).toEqual([201, 'tea']);
    expect(read.data).toEqual(made.data);
    expect(all.data).toContainEqual(made.data);
    expect(wrong.error).toMatchObject({ code: 'validation_failed' });
  });

  it('is called by a client that openapi-typescript-codegen generates from its document', async () => {
    const output = mkdtempSync(join(tmpdir(), 'sallyport-client-'));
    afterAll(() => rmSync(output, { recursive: true, force: true }));
    // The generator resolves the references of its input in place.
    await generate({ input: structuredClone(shopDocument), output, httpClient: 'fetch' });
    // It writes for bundlers, which find files without their extension.
    const hooks = registerHooks({
      resolve: (specifier, context, next) =>
        next(context.parentURL?.includes('sallyport-client-') ? `${specifier}.ts` : specifier, context),
    });
    afterAll(() => hooks.deregister());
    const { OpenAPI, DefaultService } = (await import(join(output, 'index.ts'))) as Generated;
    OpenAPI.BASE = baseUrl;
    OpenAPI.TOKEN = shop.key.secret;

    const made = await DefaultService.createOrder({ item: 'rice' });

    expect(await DefaultService.getOrder(made.id)).toEqual(made);
    expect(await DefaultService.listOrders()).toContainEqual(made);
    await expect(DefaultService.createOrder({} as never)).rejects.toMatchObject({ status: 422 });
  });
});
