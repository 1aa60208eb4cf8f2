import type {
  DescribedCapability,
  DescriptionCounts,
  DescriptionHead,
  DescriptionPart,
  Descriptions,
  HttpRequest,
  ToolRequest,
} from '../../schema/kernel/ports/descriptions.ts';
import type { Finding } from '../../schema/values/errors.ts';
import type { ToolListing } from '../../schema/kernel/ports/remote-tools.ts';
import { readOpenApi } from '../../adapters/openapi/openapi.ts';
import { readProduct } from '../../adapters/openapi/product.ts';
import type { ProductDescriptions } from '../../schema/kernel/ports/product-descriptions.ts';
import { readTools } from '../../adapters/openapi/tools.ts';

/** Reads descriptions like the product, but in this process: a child process takes longer than most tests. */
export const readHere: Descriptions = {
  openapi: (document, source) => told(readOpenApi(document, source.sourceUrl), source),
  mcp: (listing, source) => told(readTools(asJson(listing), source.sourceUrl), source),
};

/** Reads the documents of API products in this process. */
export const readProductHere: ProductDescriptions = {
  read: (document, signal) => told(readProduct(document), { signal }),
};

async function* told<Part>(
  parts: Iterable<Part>,
  { signal }: { signal?: AbortSignal | undefined },
): AsyncGenerator<Part> {
  for (const part of parts) {
    signal?.throwIfAborted();
    yield asJson(part);
  }
}

/** Returns the value as it would arrive from the child process. */
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

/** Reads a whole document in this process. */
export function read(document: Uint8Array, sourceUrl: URL | null = null): Description {
  return sorted([...readOpenApi(document, sourceUrl)]);
}

/** Reads a server's listing in this process. */
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

/** Returns an OpenAPI 3.0 document with these members and only what is required. */
export function documentOf(members: object): Buffer {
  return Buffer.from(
    JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths: {}, ...members }),
  );
}

/** Returns a document with one operation, `GET /a`, whose answer has the schema. */
export function answering(schema: unknown, members: object = {}): Buffer {
  const content = { 'application/json': { schema } };
  const paths = { '/a': { get: { responses: { '200': { description: '', content } } } } };
  return documentOf({ paths, ...members });
}
