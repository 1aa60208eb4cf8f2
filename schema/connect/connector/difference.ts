import canonicalize from 'canonicalize';
import type { Capability } from '../../../db/models/capability.ts';
import type { DescribedCapability, HttpRequest, ToolRequest } from '../../kernel/ports/descriptions.ts';
import { digestOf } from './digest.ts';

/**
 * How a capability is described in another way: by its words alone, which are its title and description, or by what a review
 * is about, which is all else. `LEARNED` is what nobody kept before: no difference of the provider’s.
 */
export type Difference = 'NONE' | 'LEARNED' | 'WORDS' | 'SUBSTANCE';

export function differenceOf(before: Capability, described: DescribedCapability): Difference {
  if (before.digest.equals(digestOf(described))) return 'NONE';
  const request = before.request as HttpRequest | ToolRequest;
  const known = { ...described, request: asKept(described.request, request) };
  if (substanceOf(before) !== substanceOf(known)) return 'SUBSTANCE';
  if (before.title !== described.title || before.description !== described.description) return 'WORDS';
  return known.request === described.request ? 'NONE' : 'LEARNED';
}

type Substance = Pick<Capability, 'key' | 'mode' | 'request' | 'inputSchema' | 'outputSchema'>;

function substanceOf({ key, mode, request, inputSchema, outputSchema }: Substance): string | undefined {
  return canonicalize({ key, mode, request, inputSchema, outputSchema });
}

// Tools that were read by an earlier version of Sallyport have no hints kept.
function asKept(described: DescribedCapability['request'], before: DescribedCapability['request']) {
  if (described.kind !== 'TOOL' || before.kind !== 'TOOL' || before.hints) return described;
  const { hints: _, ...request } = described;
  return request;
}
