import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, textAt } from '../scripts/client.ts';
import { contestant, type Call, type Contest, type Contestant } from './contestant.ts';
import type { Platform } from './platform.ts';
import { startProcess, type MeasuredProcess } from './process.ts';

const document = readFileSync(join(import.meta.dirname, 'installed/product-document.json'), 'utf8');
const base = '/v1/sandbox/products/shop/v1';
const answer = { id: 'o-1', item: 'Lamp', quantity: 2 };
const quote: Call = { path: `${base}/quotes`, body: { item: 'Lamp', quantity: 2 }, answer };
const read: Call = { method: 'GET', path: `${base}/catalog/42?verbose=true`, answer };
const echo: Call = {
  path: '/v1/sandbox/echo',
  body: { message: 'hello' },
  answer: { message: 'hello', accepted: true },
};

const peers = [
  ['Prism, any key', 'bench/installed/prism.mjs'],
  ['@scalar/mock-server, any key, no checks', 'bench/installed/scalar.mjs'],
] as const;

/** A running contestant. */
interface Ready {
  name: string;
  process: MeasuredProcess;
  secret: string;
}

/** Compares calls of an API product with a verified key to the built-in echo, and to mock servers. */
export async function productContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  const ready = await Promise.all(
    platforms.map(async (it) => ({ name: it.name, process: it.process, secret: await assigned(it) })),
  );
  const others = await Promise.all(
    peers.map(async ([name, program]) => ({
      name,
      process: held.use(await startProcess(program, { BASE: base })),
      secret: ready[0]?.secret ?? '',
    })),
  );
  return {
    title: 'H. A call of an API product in the sandbox',
    contestants: [
      ...(await calling(ready, 'the built-in echo', echo)),
      ...(await calling([...ready, ...others], 'POST', quote)),
      ...(await calling([...ready, ...others], 'GET', read)),
    ],
  };
}

async function calling(all: readonly Ready[], what: string, call: Call): Promise<Contestant[]> {
  return await Promise.all(
    all.map(async (it) => await contestant(`${it.name}, ${what}`, it.process, it.secret, call)),
  );
}

/** Publishes the document as a product, assigns it to a new application, and returns a key of it. */
async function assigned({ process, token }: Platform): Promise<string> {
  const send = createClient();
  const post = async (path: string, body: unknown = {}) =>
    (await send('POST', `http://localhost:${process.port}/api/console${path}`, { body, as: token })).body;
  const product = textAt(await post('/products', { slug: 'shop', name: 'Shop' }), 'id');
  const versions = `/products/${product}/versions`;
  const version = textAt(await post(versions, { document }), 'id');
  await post(`${versions}/${version}/publish`);
  const application = textAt(await post('/applications', { name: 'Shop' }), 'id');
  await post(`/applications/${application}/assignments`, { productId: product, major: 1 });
  const key = { name: 'bench', environment: 'SANDBOX', scopes: ['read', 'write'] };
  return textAt(await post(`/applications/${application}/keys`, key), 'secret');
}
