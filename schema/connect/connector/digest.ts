import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { DescribedCapability } from '../../kernel/ports/descriptions.ts';

/** Returns the SHA-256 over the RFC 8785 form of everything that describes a capability. */
export function digestOf(described: DescribedCapability): Buffer {
  const { key, title, description, mode, request, inputSchema, outputSchema } = described;
  const text = canonicalize({ key, title, description, mode, request, inputSchema, outputSchema });
  if (text === undefined) throw new Error('A capability has no canonical form.');
  return createHash('sha256').update(text).digest();
}
