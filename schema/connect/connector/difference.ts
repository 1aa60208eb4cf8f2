import canonicalize from 'canonicalize';
import type { CalledCapability } from '../../../db/models/capability.ts';
import type { DescribedCapability, HttpRequest, ToolRequest } from '../../kernel/ports/descriptions.ts';
import { digestOf } from './digest.ts';

/**
 * How a new description of a capability differs from the stored one. WORDS: only title or description text.
 * SUBSTANCE: anything else, which a review covers. LEARNED: only data that earlier versions did not store.
 */
export type Difference = 'NONE' | 'LEARNED' | 'WORDS' | 'SUBSTANCE';

export function differenceOf(before: CalledCapability, described: DescribedCapability): Difference {
  if (before.digest.equals(digestOf(described))) return 'NONE';
  const request = before.request as HttpRequest | ToolRequest;
  const known = { ...described, request: asKept(described.request, request) };
  if (substanceOf(before) !== substanceOf(known)) return 'SUBSTANCE';
  if (before.title !== described.title || before.description !== described.description) return 'WORDS';
  return known.request === described.request ? 'NONE' : 'LEARNED';
}

type Substance = Pick<CalledCapability, 'key' | 'mode' | 'request' | 'inputSchema' | 'outputSchema'>;

function substanceOf({ key, mode, request, inputSchema, outputSchema }: Substance): string | undefined {
  return canonicalize({ key, mode, request, inputSchema, outputSchema });
}

// Earlier versions of Sallyport did not store the hints of tools.
function asKept(described: DescribedCapability['request'], before: DescribedCapability['request']) {
  if (described.kind !== 'TOOL' || before.kind !== 'TOOL' || before.hints) return described;
  const { hints: _, ...request } = described;
  return request;
}
