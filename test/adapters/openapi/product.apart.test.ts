import { describe, expect, it } from 'vitest';
import type { ReadingLimits } from '../../../adapters/openapi/apart.ts';
import { createProductDescriptions } from '../../../adapters/openapi/descriptions.ts';
import type { ProductPart } from '../../../schema/kernel/ports/product-descriptions.ts';
import { answering, documentOf } from '../../support/descriptions.ts';
import { productIn, productOf, type Product } from '../../support/products.ts';

/** Reads a document as the server does, and counts the turns of the event loop meanwhile. */
async function readApart(
  document: Uint8Array,
  limits: Partial<ReadingLimits> = {},
): Promise<{ product: Product | null; error: unknown; turns: number }> {
  let turns = 0;
  const turn = () => {
    turns += 1;
    waiting = setImmediate(turn);
  };
  let waiting = setImmediate(turn);
  try {
    const parts: ProductPart[] = [];
    for await (const part of createProductDescriptions(limits).read(document)) parts.push(part);
    return { product: productOf(parts), error: null, turns };
  } catch (error) {
    return { product: null, error, turns };
  } finally {
    clearImmediate(waiting);
  }
}

describe('a hostile document of a product, while it is read,', () => {
  it('can refer to a large schema from 500 operations: it is too large, since each has a copy', async () => {
    const fields = Array.from({ length: 3_000 }, (_, index) => [`property_${index}`, { type: 'string' }]);
    const schemas = { Large: { type: 'object', properties: Object.fromEntries(fields) as object } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Large' } } };
    const responses = { 200: { description: '', content } };
    const paths = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`/${index}`, { get: { responses } }]),
    );

    const { error, turns } = await readApart(documentOf({ paths, components: { schemas } }));

    expect(error).toMatchObject({ code: 'too_large' });
    expect(turns).toBeGreaterThan(100);
  });

  it('can use its time: the reading ends, and the event loop of this process stays free', async () => {
    const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        index < 39 ? { anyOf: [ref(index + 1), ref(index + 1)] } : { type: 'integer' },
      ]),
    );
    const document = answering(ref(0), { components: { schemas } }).toString();
    const bomb = Buffer.from(document.replace('"schema":', '"example":"x","schema":'));
    const { error, turns } = await readApart(bomb, { timeoutMs: 2_000 });

    expect(error).toMatchObject({
      code: 'too_slow',
      message:
        'Reading the document takes more than 2 seconds. JSON needs less than YAML; or remove parts that you do not need.',
    });
    expect(turns).toBeGreaterThan(1_000);
  });

  it('can use its memory: the reading ends', async () => {
    const numbers = answering({ enum: Array.from({ length: 500_000 }, (_, index) => index) });
    const { error } = await readApart(numbers, { heapMebibytes: 16 });

    expect(error).toMatchObject({ code: 'too_hungry' });
  });

  it('cannot have more than 4 MiB', async () => {
    const { error } = await readApart(Buffer.alloc(4 * 2 ** 20 + 1));

    expect(error).toMatchObject({
      code: 'too_large',
      message: 'The document has more than 4 MiB. Remove parts that you do not need.',
    });
  });
});

describe('documents of products', () => {
  const slow = documentOf({
    paths: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`/p${index}`, { get: {} }])),
  });

  it('are read by a process as by this one', async () => {
    const document = answering({ properties: { a: { type: 'string' } } });

    expect((await readApart(document)).product).toEqual(productIn(document));
  });

  it('are read two at a time; the next one begins when a consumer stops', async () => {
    const products = createProductDescriptions();
    const [one, two, three] = [slow, slow, slow].map((it) => products.read(it)[Symbol.asyncIterator]());
    await Promise.all([one?.next(), two?.next()]);
    const begun: string[] = [];
    const third = three?.next().then((part) => {
      begun.push('third');
      return part;
    });
    // Another reader finishes first, although it begins later.
    await readApart(slow);
    begun.push('other');

    await one?.return?.();
    expect(await third).toMatchObject({ value: { part: 'HEAD' } });
    expect(begun).toEqual(['other', 'third']);
    await Promise.all([two?.return?.(), three?.return?.()]);
  });

  it('are not read if their signal aborts while they wait', async () => {
    const products = createProductDescriptions();
    const running = [slow, slow].map((it) => products.read(it)[Symbol.asyncIterator]());
    await Promise.all(running.map(async (it) => await it.next()));
    const controller = new AbortController();
    const waiting = products.read(slow, controller.signal)[Symbol.asyncIterator]().next();
    controller.abort(new Error('Enough.'));

    await expect(waiting).rejects.toThrow('Enough.');
    await Promise.all(running.map(async (it) => await it.return?.()));
    expect(await products.read(slow)[Symbol.asyncIterator]().next()).toMatchObject({
      value: { part: 'HEAD' },
    });
  });
});
