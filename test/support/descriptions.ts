import type {
  DescribedCapability,
  DescriptionCounts,
  DescriptionHead,
  DescriptionPart,
  Descriptions,
  DescriptionSource,
  HttpRequest,
  ToolRequest,
} from '../../schema/kernel/ports/descriptions.ts';
import type { Finding } from '../../schema/values/errors.ts';
import type { ToolListing } from '../../schema/kernel/ports/remote-tools.ts';
import { readOpenApi } from '../../adapters/openapi/openapi.ts';
import { readTools } from '../../adapters/openapi/tools.ts';

/** Reads as the product does, without a process for each document: to start one takes longer than most tests do. */
export const readHere: Descriptions = {
  openapi: (document, source) => told(readOpenApi(document, source.sourceUrl), source),
  mcp: (listing, source) => told(readTools(asJson(listing), source.sourceUrl), source),
};

async function* told(
  parts: Iterable<DescriptionPart>,
  { signal }: DescriptionSource,
): AsyncGenerator<DescriptionPart> {
  for (const part of parts) {
    signal?.throwIfAborted();
    yield asJson(part);
  }
}

/** As it comes out of the pipe of the process. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export interface Description<Request = HttpRequest> {
  parts: DescriptionPart[];
  head: DescriptionHead;
  capabilities: (DescribedCapability & { request: Request })[];
  findings: Finding[];
  counts: DescriptionCounts;
}

/** Reads a document in this process, all at once. */
export function read(document: Uint8Array, sourceUrl: URL | null = null): Description {
  return sorted([...readOpenApi(document, sourceUrl)]);
}

/** The same of what a server listed. */
export function readListing(
  listing: Partial<ToolListing>,
  sourceUrl: URL | null = null,
): Description<ToolRequest> {
  const nothing: ToolListing = { server: null, instructions: null, tools: [], ending: 'complete' };
  return sorted([...readTools({ ...nothing, ...listing }, sourceUrl)]);
}

export function sorted<Request = HttpRequest>(parts: DescriptionPart[]): Description<Request> {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first?.part !== 'HEAD' || last?.part !== 'END')
    throw new Error('The description has no head or no end.');
  return {
    parts,
    head: first.head,
    capabilities: parts.flatMap((it) =>
      it.part === 'CAPABILITY' ? [it.capability as DescribedCapability & { request: Request }] : [],
    ),
    findings: parts.flatMap((it) => (it.part === 'FINDING' ? [it.finding] : [])),
    counts: last.counts,
  };
}

/** A document of OpenAPI 3.0 with these members, and none of what it needs not. */
export function documentOf(members: object): Buffer {
  return Buffer.from(
    JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {}, ...members }),
  );
}

/** A document with one operation, `GET /a`, which answers by the schema. */
export function answering(schema: unknown, members: object = {}): Buffer {
  const content = { 'application/json': { schema } };
  const paths = { '/a': { get: { responses: { '200': { description: '', content } } } } };
  return documentOf({ paths, ...members });
}
