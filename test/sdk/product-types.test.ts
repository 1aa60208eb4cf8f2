import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createProductClient } from '../../sdk/src/product.ts';
import { productTypes, type ProductDocument } from '../../sdk/src/product-types.ts';
import { schemaType } from '../../sdk/src/schema-type.ts';
import { testApp } from '../support/app.ts';
import { cast } from '../support/people.ts';
import { callable } from '../support/product-calls.ts';
import { shopDocument } from '../support/shop-document.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const shop = await callable(t, everyone, shopDocument);
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const url = `${origin}/v1/sandbox/products/${shop.slug}/v1`;

const { body: document } = await t.rest(
  'GET',
  `/api/developer-portal/reference/openapi.json?audience=workspace&product=${shop.slug}@v1`,
  { as: everyone.owner, workspace: everyone.workspaceId },
);

const folder = mkdtempSync(join(tmpdir(), 'sallyport-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns what the compiler says of the code, which imports the types from `./shop.ts`. */
async function compiled(types: string, code: string): Promise<string> {
  const sdk = join(process.cwd(), 'sdk/src/product.ts');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'shop.ts'), types);
  writeFileSync(join(folder, 'code.ts'), code.replace('SDK', sdk));
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
  ];
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const run = promisify(execFile)('node_modules/.bin/tsc', [...options, ...modules, join(folder, 'code.ts')]);
  const { stdout } = await run.catch((failed: unknown) => failed as { stdout: string });
  return stdout;
}

describe('the types of an API product', () => {
  it('let a typed client call the sandbox, and refuse what the document does not describe', async () => {
    const said = await compiled(
      productTypes(document as ProductDocument),
      `import { createProductClient } from 'SDK';
      import type { components, paths } from './shop.ts';
      const client = createProductClient<paths>({ url: '', key: '' });
      const made = await client.POST('/orders', { body: { item: 'tea' } });
      export const item: string | undefined = made.data?.item;
      const listed = await client.GET('/orders', { params: { query: { limit: 3 } } });
      export const ids: string[] | undefined = listed.data?.map(({ id }) => id);
      export const code: components['schemas']['Sallyport.Problem']['code'] | undefined = made.error?.code;
      // @ts-expect-error the body lacks the item
      await client.POST('/orders', { body: {} });
      // @ts-expect-error there is no such path
      await client.GET('/baskets');
      // @ts-expect-error the path needs an id
      await client.GET('/orders/{id}');
      // @ts-expect-error a limit is a number
      await client.GET('/orders', { params: { query: { limit: 'three' } } });
      // @ts-expect-error the region is one of two
      await client.GET('/orders', { params: { header: { 'X-Region': 'mars' } } });
      // @ts-expect-error nothing is put there
      await client.PUT('/orders', {});`,
    );

    expect(said).toBe('');
  });

  it('the client calls the product with the key, and follows no redirects', async () => {
    const client = createProductClient<Record<string, never>>({ url, key: shop.key.secret }) as unknown as {
      POST(path: string, options: object): Promise<{ data?: { id: string; item: string }; error?: unknown }>;
    };

    const made = await client.POST('/orders', { body: { item: 'tea' } });
    const wrong = await client.POST('/orders', { body: {} });

    expect(made.data).toMatchObject({ item: 'tea' });
    expect(wrong.error).toMatchObject({ code: 'validation_failed' });
    expect(() => createProductClient({ url: 'http://shop.example.com', key: 'key' })).toThrow('https://');
  });

  it('of the whole document of the workspace compile', async () => {
    const { body } = await t.rest('GET', '/api/developer-portal/reference/openapi.json?audience=workspace', {
      as: everyone.owner,
      workspace: everyone.workspaceId,
    });

    expect(await compiled(productTypes(body), `export type { paths } from './shop.ts';`)).toBe('');
  });
});

describe('the type of a schema', () => {
  it.each([
    [true, 'unknown'],
    [false, 'never'],
    [{}, 'unknown'],
    [{ type: ['string', 'null'] }, '(string | null)'],
    [{ enum: ['a', 1, null] }, '("a" | 1 | null)'],
    [{ const: 'a"b' }, '"a\\"b"'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[(string)?]'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [
      { properties: { a: true, 'b-c': { type: 'boolean' } }, required: ['a'] },
      '{ "a": unknown; "b-c"?: boolean }',
    ],
    [{ $ref: '#/components/schemas/A', description: 'One.' }, 'components["schemas"]["A"]'],
    [
      { allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object' }] },
      '(components["schemas"]["A"] & Record<string, unknown>)',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, '(string | number)'],
  ])('%j is %s', (schema, type) => {
    expect(schemaType(schema)).toBe(type);
  });
});
