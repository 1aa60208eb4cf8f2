import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { RequestChecks } from '../../../db/models/api-product-version.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

/** Returns the SHA-256 over everything that decides how a version behaves, each part in its RFC 8785 form. */
export function digestOf(operations: readonly DescribedOperation[], requestChecks: RequestChecks): Buffer {
  const whole = createHash('sha256');
  for (const part of [{ requestChecks }, ...operations]) {
    const text = canonicalize(part);
    if (text === undefined) throw new Error('A part of an API product has no canonical form.');
    whole.update(createHash('sha256').update(text).digest());
  }
  return whole.digest();
}
