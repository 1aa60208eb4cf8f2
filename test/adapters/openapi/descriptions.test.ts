import { describe, expect, it } from 'vitest';
import {
  DescriptionFailure,
  type DescriptionPart,
  type DescriptionSource,
} from '../../../schema/kernel/ports/descriptions.ts';
import type { ReadingLimits } from '../../../adapters/openapi/apart.ts';
import { createDescriptions } from '../../../adapters/openapi/descriptions.ts';
import { answering, documentOf, read, sorted } from '../../support/descriptions.ts';

interface Given {
  limits?: Partial<ReadingLimits>;
  source?: Partial<DescriptionSource>;
  /** Runs after each part. */
  each?: (part: DescriptionPart) => unknown;
}

async function parts(document: Uint8Array, { limits, source, each }: Given = {}): Promise<DescriptionPart[]> {
  const all: DescriptionPart[] = [];
  for await (const part of createDescriptions(limits).openapi(document, { sourceUrl: null, ...source })) {
    all.push(part);
    await each?.(part);
  }
  return all;
}

async function failureOf(
  document: Uint8Array,
  given?: Given,
): Promise<Pick<DescriptionFailure, 'code' | 'message'>> {
  const error: unknown = await parts(document, given).catch((it: unknown) => it);
  if (!(error instanceof DescriptionFailure))
    throw new Error('It did not fail as expected.', { cause: error });
  const { code, message } = error;
  return { code, message };
}

/** Returns a document of several megabytes, most of which the reader omits. */
function large(operations: number): Buffer {
  const value = { 'x-words': 'x'.repeat(1_000), responses: {} };
  return documentOf({
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [`/p${index}`, { get: value }]),
    ),
  });
}

const numbers = answering({ enum: Array.from({ length: 4_000_000 }, (_, index) => index) });

describe('a description that a separate process reads', () => {
  it('has the same parts as one that this process reads', async () => {
    const document = answering({ type: 'string', description: 'Ä\n\u2028' });
    const sourceUrl = new URL('https://api.example/v1/openapi.json');

    expect(await parts(document, { source: { sourceUrl } })).toEqual(read(document, sourceUrl).parts);
  });

  it('of many capabilities arrives in order, however slowly its consumer reads', async () => {
    const all = await parts(large(3_000), { each: async () => await new Promise(setImmediate) });

    const paths = sorted(all).capabilities.map(({ request }) => request.path);
    expect(paths).toEqual(Array.from({ length: 3_000 }, (_, index) => `/p${index}`));
    expect([all[0]?.part, all.at(-1)?.part]).toEqual(['HEAD', 'END']);
  });

  it('can be abandoned halfway, and the reading stops', async () => {
    const iterator = createDescriptions().openapi(large(3_000), { sourceUrl: null })[Symbol.asyncIterator]();

    expect(await iterator.next()).toMatchObject({ value: { part: 'HEAD' } });
    await iterator.return?.();

    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('stops when its signal aborts', async () => {
    const controller = new AbortController();
    const reading = parts(large(3_000), {
      source: { signal: controller.signal },
      each: () => controller.abort(new Error('Enough.')),
    });

    await expect(reading).rejects.toThrow('Enough.');
  });
});

describe('a description that cannot be read', () => {
  it('fails with the error of its reader', async () => {
    expect(await failureOf(Buffer.from('{"swagger":"2.0"}'))).toEqual({
      code: 'unsupported_version',
      message:
        'This is a Swagger 2.0 document. Convert it to OpenAPI 3, for example with swagger2openapi, and import that.',
    });
  });

  it('has too many bytes', async () => {
    expect(await failureOf(Buffer.alloc(32 * 2 ** 20 + 1))).toEqual({
      code: 'too_large',
      message: 'The document has more than 32 MiB. Remove parts that you do not need.',
    });
  });

  it('takes too much memory', async () => {
    expect(await failureOf(numbers, { limits: { heapMebibytes: 24 } })).toEqual({
      code: 'too_hungry',
      message:
        'Reading the document takes more than 24 MiB of memory. JSON needs less than YAML; or remove parts that you do not need.',
    });
  });

  it('takes too much time', async () => {
    expect(await failureOf(numbers, { limits: { timeoutMs: 100 } })).toEqual({
      code: 'too_slow',
      message:
        'Reading the document takes more than 0.1 seconds. JSON needs less than YAML; or remove parts that you do not need.',
    });
  });

  it('describes too much', async () => {
    expect(await failureOf(large(3_000), { limits: { maxTotalBytes: 100_000 } })).toEqual({
      code: 'too_large',
      message:
        'The document describes more than the server can store. A schema counts for each operation that refers to it. ' +
        'Remove parts that you do not need.',
    });
  });
});

describe('a consumer that stops early', () => {
  it('is released immediately, however much remains to be read', async () => {
    const summary = 'A'.repeat(1_000);
    const paths = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [`/${i}`, { get: { summary, responses: {} } }]),
    );
    const document = documentOf({ paths });

    let readers = 0;
    for (; readers < 5; readers += 1)
      for await (const part of createDescriptions().openapi(document, { sourceUrl: null }))
        if (part.part === 'CAPABILITY') break;

    expect(readers).toBe(5);
  });
});
