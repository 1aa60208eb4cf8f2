import { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { ConnectorSource } from '../../../db/models/connector.ts';
import type { Membership } from '../../kernel/access/caller.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import { maxDocumentBytes } from './rules.ts';

/** The source of an import: a URL to fetch, an uploaded document, or a ready-made description. */
export interface Source {
  url?: string | null | undefined;
  document?: string | null | undefined;
  readyMade?: string | null | undefined;
}

/** Throws `validation_failed` unless exactly one source is given; an MCP server needs the URL. */
export function assertOneSource(source: ConnectorSource, { url, document, readyMade }: Source): void {
  if (source === 'MCP' && (document || readyMade))
    throw refused('applies only to OpenAPI; an MCP server needs url instead');
  if ([url, document, readyMade].filter(Boolean).length !== 1)
    throw refused(
      'must have one of: url of the description, document with the description, or readyMade with an id that this ' +
        'version has',
    );
}

function refused(message: string): Refusal {
  return validationFailed([{ pointer: '', code: 'one_of', message }]);
}

/**
 * Inserts an import for the job. If no member requested it, `own` names the member who created the connector.
 */
export async function requestImport(
  tx: TransactionContext,
  id: string,
  connectorId: string,
  { url, document, readyMade }: Source,
  own?: Pick<Membership, 'workspaceId' | 'memberId'>,
): Promise<ConnectorImport> {
  const { workspaceId, memberId } = own ?? memberOf(tx);
  const now = tx.clock.now();
  return await ConnectorImport.query(tx.knex)
    .insert({
      id,
      workspaceId,
      connectorId,
      status: 'WAITING',
      sourceUrl: url ?? null,
      readyMade: readyMade ?? null,
      document: document ? bytesOf(document) : null,
      dueAt: now,
      findings: [],
      requestedBy: memberId,
      isOwn: own !== undefined,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
}

function bytesOf(document: string): Buffer {
  const bytes = Buffer.from(document);
  if (bytes.length <= maxDocumentBytes) return bytes;
  const most = `${maxDocumentBytes / 2 ** 20} MiB`;
  throw refuse('payload_too_large', `The document has more than ${most}. Remove parts that you do not need.`);
}
