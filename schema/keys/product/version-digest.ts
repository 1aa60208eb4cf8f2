import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RequestChecks } from '../../../db/models/api-product-version.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

/** Returns the SHA-256 over everything that decides how a version behaves, each part in its RFC 8785 form. */
export async function digestOf(
  operations: readonly DescribedOperation[],
  requestChecks: RequestChecks,
): Promise<Buffer> {
  const whole = createHash('sha256');
  for (const part of [{ requestChecks }, ...operations]) {
    await yieldToEventLoop();
    const text = canonicalize(part);
    if (text === undefined) throw new Error('A part of an API product has no canonical form.');
    whole.update(createHash('sha256').update(text).digest());
  }
  return whole.digest();
}
