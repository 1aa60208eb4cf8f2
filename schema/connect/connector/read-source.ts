import { Connector, type DocumentVersion } from '../../../db/models/connector.ts';
import type { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Ports } from '../../kernel/context.ts';
import type { DescriptionPart } from '../../kernel/ports/descriptions.ts';
import { fetchDocument, ImportFailure, type FetchedDocument } from './fetch-document.ts';
import { listTools } from './list-tools.ts';
import { readyMadeBy } from './ready-made.ts';

/** The version of a document, then the parts of its description; or the report that it is unmodified. */
export type SourcePart =
  | DescriptionPart
  | { part: 'VERSION'; version: DocumentVersion | null }
  | { part: 'UNMODIFIED' };

/** Reads the description part by part from the source of the import. */
export async function* readSource(
  ports: Ports,
  run: ConnectorImport,
  signal: AbortSignal,
): AsyncGenerator<SourcePart> {
  const connector = await Connector.query(ports.database.knex).findById(run.connectorId).throwIfNotFound();
  const sourceUrl = run.sourceUrl === null ? null : new URL(run.sourceUrl);
  if (connector.source === 'OPENAPI') {
    const document = await documentOf(ports, { run, connector }, signal);
    if (!document) {
      yield { part: 'UNMODIFIED' };
      return;
    }
    yield { part: 'VERSION', version: document.version };
    yield* ports.descriptions.openapi(document.body, { sourceUrl, signal });
    return;
  }
  if (!sourceUrl) throw new Error('An MCP server is to be read that has no address.');
  const listing = await listTools(ports, connector, { url: sourceUrl, signal });
  yield* ports.descriptions.mcp(listing, { sourceUrl, signal });
}

async function documentOf(
  ports: Ports,
  { run, connector: { documentVersion } }: { run: ConnectorImport; connector: Connector },
  signal: AbortSignal,
): Promise<FetchedDocument | null> {
  const body = run.readyMade !== null ? shipped(run.readyMade) : run.document;
  if (body) return { body, version: null };
  // An import that a member requested reads the document even if it is unmodified.
  const isKnown = run.isOwn && documentVersion?.url === run.sourceUrl;
  return await fetchDocument(ports, run, isKnown ? documentVersion : null, signal);
}

// A connector may outlive the version of Sallyport that shipped its description.
function shipped(id: string): Buffer {
  const readyMade = readyMadeBy(id);
  if (readyMade) return readyMade.document;
  throw new ImportFailure(
    'not_shipped',
    `The connector is the ready-made ${id}, which this version no longer contains. Import a document, or give it a URL.`,
  );
}
