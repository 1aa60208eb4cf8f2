import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EgressFailure } from '../../schema/kernel/ports/egress.ts';

/** The content codings that requests accept (RFC 9110 §8.4.1). */
export const acceptedEncodings = 'gzip, deflate, br';

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Returns the decoded body. `maxBytes` limits the body before and after decoding, so a small body that
 * decodes to a large one gains nothing. Throws `answer_too_large` or `answer_unreadable`.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() || 'identity';
  if (name === 'identity') return await collect(body, maxBytes);
  const decoder = decoders[name]?.();
  if (!decoder) throw unreadable(`Its encoding is not one of ${acceptedEncodings}.`);
  const chunks: Buffer[] = [];
  await pipeline(capped(body, maxBytes), decoder, async (decoded: AsyncIterable<Buffer>) => {
    for await (const chunk of capped(decoded, maxBytes)) chunks.push(chunk);
  }).catch((error: unknown) => {
    throw isOfZlib(error) ? unreadable('It does not match its declared encoding.', error) : error;
  });
  return Buffer.concat(chunks);
}

async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of capped(body, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* capped(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

export function tooLarge(maxBytes: number): EgressFailure {
  return new EgressFailure('answer_too_large', `The answer has more than ${maxBytes} bytes.`);
}

export function unreadable(sentence: string, cause?: unknown): EgressFailure {
  return new EgressFailure('answer_unreadable', `The answer cannot be decoded. ${sentence}`, { cause });
}

// The prefixes of the error codes of node:zlib, and of Brotli.
function isOfZlib(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return ['Z_', 'ERR__ERROR_'].some((prefix) => code.startsWith(prefix));
}
