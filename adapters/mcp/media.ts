import type { CallToolResultSchema } from '@modelcontextprotocol/core';
import type { z } from 'zod';
import type { CapabilityAnswer } from '../http/shapes/capability.ts';

type Content = z.input<typeof CallToolResultSchema>['content'];
type Answer = z.output<typeof CapabilityAnswer>;

interface Carrier {
  type?: unknown;
  contentType?: unknown;
  mimeType?: unknown;
  uri?: unknown;
  data?: unknown;
}

/**
 * Returns the answer with its images, sounds and files moved to content of the result, which models can see.
 * In the data, `contentIndex` replaces the base64. The first one has the index 1, after the answer itself.
 */
export function withMedia(answer: Answer): { answer: Answer; content: Content } {
  const { kind, data } = answer;
  const content: NonNullable<Content> = [];
  const moved = (carrier: Carrier): Carrier => {
    const { data: encoded, ...rest } = carrier;
    if (typeof encoded !== 'string' || !/^[\d+/=A-Za-z]+$/.test(encoded)) return carrier;
    content.push(contentOf(carrier, encoded));
    return { ...rest, contentIndex: content.length } as Carrier;
  };
  if (kind === 'BINARY' && isCarrier(data)) return { answer: { ...answer, data: moved(data) }, content };
  if (kind !== 'BLOCKS' || !Array.isArray(data)) return { answer, content };
  return {
    answer: { ...answer, data: data.map((it: unknown) => (isCarrier(it) ? moved(it) : it)) },
    content,
  };
}

function isCarrier(value: unknown): value is Carrier {
  return typeof value === 'object' && value !== null;
}

function contentOf(
  { type, contentType, mimeType, uri }: Carrier,
  data: string,
): NonNullable<Content>[number] {
  const said = mimeType ?? contentType;
  const media = typeof said === 'string' ? said : 'application/octet-stream';
  if (type === 'image' || (type === undefined && media.startsWith('image/')))
    return { type: 'image', data, mimeType: media };
  if (type === 'audio' || (type === undefined && media.startsWith('audio/')))
    return { type: 'audio', data, mimeType: media };
  // An embedded resource must have a URI, even if it came without one.
  const address = typeof uri === 'string' ? uri : 'sallyport:answer';
  return { type: 'resource', resource: { uri: address, mimeType: media, blob: data } };
}
