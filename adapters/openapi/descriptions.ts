import { addAbortListener } from 'node:events';
import pLimit, { type LimitFunction } from 'p-limit';
import type { DescriptionPart, Descriptions } from '../../schema/kernel/ports/descriptions.ts';
import type { ProductDescriptions, ProductPart } from '../../schema/kernel/ports/product-descriptions.ts';
import { readApart, type ReadingLimits } from './apart.ts';

const limits: ReadingLimits = {
  maxDocumentBytes: 32 * 2 ** 20,
  timeoutMs: 60_000,
  heapMebibytes: 1_024,
  maxTotalBytes: 256 * 2 ** 20,
};
// The server digests and compares whole versions, which would stall it if they were larger.
const productLimits: ReadingLimits = {
  ...limits,
  maxDocumentBytes: 4 * 2 ** 20,
  timeoutMs: 20_000,
  maxTotalBytes: 16 * 2 ** 20,
};
const productsAtOnce = 2;

/** Reads each description in a separate process. */
export function createDescriptions(given: Partial<ReadingLimits> = {}): Descriptions {
  const all = { ...limits, ...given };
  return {
    openapi: (document, { sourceUrl, signal }) =>
      readApart<DescriptionPart>(
        { kind: 'OPENAPI', sourceUrl: sourceUrl?.href ?? null },
        document,
        all,
        signal,
      ),
    mcp: (listing, { sourceUrl, signal }) =>
      readApart<DescriptionPart>(
        { kind: 'MCP', sourceUrl: sourceUrl?.href ?? null },
        Buffer.from(JSON.stringify(listing)),
        all,
        signal,
      ),
  };
}

/** Reads each document of a product in a separate process, and at most two at a time. */
export function createProductDescriptions(given: Partial<ReadingLimits> = {}): ProductDescriptions {
  const all = { ...productLimits, ...given };
  const turns = pLimit(productsAtOnce);
  return {
    read: (document, signal) =>
      inTurn(
        turns,
        () => readApart<ProductPart>({ kind: 'PRODUCT', sourceUrl: null }, document, all, signal),
        signal,
      ),
  };
}

/** Waits for a turn, and keeps it until the consumer has read all or stops. */
async function* inTurn<Part>(
  turns: LimitFunction,
  read: () => AsyncIterable<Part>,
  signal?: AbortSignal,
): AsyncGenerator<Part> {
  signal?.throwIfAborted();
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  using _ = signal ? addAbortListener(signal, () => begun.reject(signal.reason)) : null;
  // If the signal aborts first, this turn ends as it begins.
  void turns(async () => {
    begun.resolve();
    await over.promise;
  });
  try {
    await begun.promise;
    yield* read();
  } finally {
    over.resolve();
  }
}
