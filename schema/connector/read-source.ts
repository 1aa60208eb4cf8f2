import { Connector } from '../../db/models/connector.ts';
import type { ConnectorImport } from '../../db/models/connector-import.ts';
import type { Ports } from '../context.ts';
import type { DescriptionPart } from '../described.ts';
import { fetchDocument, ImportFailure } from './fetch-document.ts';
import { listTools } from './list-tools.ts';
import { readyMadeBy } from './ready-made.ts';

/** What the description says, part by part, from where the import says it is. */
export async function* readSource(
  ports: Ports,
  run: ConnectorImport,
  signal: AbortSignal,
): AsyncGenerator<DescriptionPart> {
  const connector = await Connector.query(ports.database.knex).findById(run.connectorId).throwIfNotFound();
  const sourceUrl = run.sourceUrl === null ? null : new URL(run.sourceUrl);
  if (connector.source === 'OPENAPI') {
    const document = await documentOf(ports, run, signal);
    yield* ports.descriptions.openapi(document, { sourceUrl, signal });
    return;
  }
  if (!sourceUrl) throw new Error('An MCP server is to be read that has no address.');
  const listing = await listTools(ports, connector, { url: sourceUrl, signal });
  yield* ports.descriptions.mcp(listing, { sourceUrl, signal });
}

async function documentOf(ports: Ports, run: ConnectorImport, signal: AbortSignal): Promise<Buffer> {
  if (run.readyMade !== null) return shipped(run.readyMade);
  return run.document ?? (await fetchDocument(ports, run, signal));
}

// A connector lasts longer than the version that it was made with.
function shipped(id: string): Buffer {
  const readyMade = readyMadeBy(id);
  if (readyMade) return readyMade.document;
  throw new ImportFailure(
    'not_shipped',
    `The connector is the ready-made ${id}, which this version has no more. Import a document, or give it an address.`,
  );
}
