import type { DocumentVersion } from '../../../db/models/connector.ts';
import type { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Ports } from '../../kernel/context.ts';
import { fetchSeconds, maxDocumentBytes } from './rules.ts';

type ImportFailureCode =
  | 'credential_unusable'
  | 'interrupted'
  | 'not_shipped'
  | 'nothing_usable'
  | 'refused'
  | 'refused_by_source';

/** Why an import failed, with a message for its requester. */
export class ImportFailure extends Error {
  override name = 'ImportFailure';
  readonly code: ImportFailureCode;

  constructor(code: ImportFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const accepted =
  'application/vnd.oai.openapi+json, application/json, application/vnd.oai.openapi, application/yaml, text/yaml, */*;q=0.5';

export interface FetchedDocument {
  body: Buffer;
  /** Null if the server sends neither an ETag nor a Last-Modified date. */
  version: DocumentVersion | null;
}

/**
 * Fetches the description; null if the known version is current. Throws an EgressFailure or an ImportFailure.
 */
export async function fetchDocument(
  { egress }: Pick<Ports, 'egress'>,
  { sourceUrl }: ConnectorImport,
  known: DocumentVersion | null,
  signal: AbortSignal,
): Promise<FetchedDocument | null> {
  if (sourceUrl === null) throw new Error('An import has neither a document nor an address.');
  const { status, headers, body } = await egress.send({
    method: 'GET',
    url: new URL(sourceUrl),
    headers: { accept: accepted, ...conditionsOf(known) },
    bounds: { timeoutMs: fetchSeconds * 1000, maxBytes: maxDocumentBytes },
    signal,
  });
  if (status === 200) return { body, version: versionIn(sourceUrl, headers) };
  if (status === 304 && known) return null;
  throw new ImportFailure(
    'refused_by_source',
    `The URL answered with the status ${status} instead of 200. Check that it can be read without signing in.`,
  );
}

function versionIn(url: string, headers: Readonly<Record<string, string>>): DocumentVersion | null {
  const [etag, lastModified] = [sendable(headers['etag']), sendable(headers['last-modified'])];
  return etag === null && lastModified === null ? null : { url, etag, lastModified };
}

// The next request sends the value back in a header.
function sendable(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null;
}

// RFC 9110 §13.1.3: the date applies only without an ETag.
function conditionsOf(known: DocumentVersion | null): Record<string, string> {
  if (known?.etag) return { 'if-none-match': known.etag };
  return known?.lastModified ? { 'if-modified-since': known.lastModified } : {};
}
