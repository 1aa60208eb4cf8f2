import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Upstream } from './upstream.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

type Behavior = Pick<ApiProductVersion, 'requestChecks'> & Upstream;

/** Returns the SHA-256 over everything that decides how a version behaves, each part in its RFC 8785 form. */
export async function digestOf(
  operations: readonly DescribedOperation[],
  { requestChecks, upstreamUrl, upstreamReferenceId, upstreamHeader }: Behavior,
): Promise<Buffer> {
  const upstream = { url: upstreamUrl, credentialReferenceId: upstreamReferenceId, header: upstreamHeader };
  // A version without an upstream has the digest that it had before there were upstreams.
  const head = upstreamUrl === null ? { requestChecks } : { requestChecks, upstream };
  const whole = createHash('sha256');
  for (const part of [head, ...operations]) {
    await yieldToEventLoop();
    const text = canonicalize(part);
    if (text === undefined) throw new Error('A part of an API product has no canonical form.');
    whole.update(createHash('sha256').update(text).digest());
  }
  return whole.digest();
}
