import type { ConnectorImport } from '../../db/models/connector-import.ts';
import type { Ports } from '../context.ts';
import { fetchSeconds, maxDocumentBytes } from './rules.ts';

type ImportFailureCode =
  | 'credential_unusable'
  | 'interrupted'
  | 'not_shipped'
  | 'nothing_usable'
  | 'refused'
  | 'refused_by_source';

/** Why an import came to nothing, in words for who asked for it. */
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

/** Fetches the description, from where it is now. Throws an EgressFailure or an ImportFailure. */
export async function fetchDocument(
  { egress }: Pick<Ports, 'egress'>,
  { sourceUrl }: ConnectorImport,
  signal: AbortSignal,
): Promise<Buffer> {
  if (sourceUrl === null) throw new Error('An import has neither a document nor an address.');
  const { status, body } = await egress.send({
    method: 'GET',
    url: new URL(sourceUrl),
    headers: { accept: accepted },
    bounds: { timeoutMs: fetchSeconds * 1000, maxBytes: maxDocumentBytes },
    signal,
  });
  if (status === 200) return body;
  throw new ImportFailure(
    'refused_by_source',
    `The address answered with the status ${status} instead of 200. Check that it can be read without signing in.`,
  );
}
