import { Connector } from '../../../db/models/connector.ts';
import type { CredentialKind } from '../../../db/models/credential-reference.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { bindReference } from '../vault/bind.ts';
import { lockReference } from '../vault/find.ts';
import { openSecret } from '../vault/open.ts';
import { partNamesOf } from '../vault/outline.ts';
import { referenceMoves } from '../vault/rules.ts';
import { injected } from './injected.ts';
import { job } from './take-import.ts';

/** The kinds of secrets that need no description of where to send them. */
const plain: ReadonlySet<CredentialKind> = new Set(['BEARER', 'BASIC', 'CUSTOM']);

type Taken = Pick<Connector, 'source' | 'sourceUrl' | 'credentialReferenceId'>;

/** Binds the secret to the MCP server of the tools. Throws `validation_failed` if it cannot be sent there. */
export async function takeCredential(
  tx: TransactionContext,
  { source, sourceUrl, credentialReferenceId }: Taken,
): Promise<void> {
  if (credentialReferenceId === null) return;
  if (source !== 'MCP' || sourceUrl === null)
    throw unfit('applies only to MCP servers; upload a document that is not public');
  const reference = await lockReference(tx, credentialReferenceId);
  referenceMoves.next(reference.status, 'open');
  if (partNamesOf(reference) !== null)
    throw unfit('has named parts, which only OpenAPI documents use; an MCP server needs a single secret');
  if (!plain.has(reference.kind))
    throw unfit(`is of the kind ${reference.kind}; to list tools, use ${[...plain].join(', ')}`);
  await bindReference(tx, reference, [new URL(sourceUrl)]);
}

function unfit(message: string): Refusal {
  return validationFailed([{ pointer: '/credentialReferenceId', code: 'invalid', message }]);
}

/** Opens the connector’s own credential for listing tools; null if it has none. */
export async function openCredential(ports: Ports, connector: Connector): Promise<InjectedCredential | null> {
  // The row determines where the secret is sent, so its MAC must be valid.
  rowMacsOf(ports.database.knex).assertSound(Connector, connector);
  const { workspaceId, credentialReferenceId } = connector;
  if (credentialReferenceId === null) return null;
  const ctx = createSystemContext(ports, job, workspaceId);
  return injected(await openSecret(ctx, credentialReferenceId, 'import a connector'), { scheme: null });
}
