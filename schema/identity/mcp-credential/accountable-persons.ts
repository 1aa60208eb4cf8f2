import type { Knex } from 'knex';
import type { Scope } from '../../../db/models/base.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { McpCredentialPerson, type McpCredentialPart } from '../../../db/models/mcp-credential-person.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';

/**
 * Makes a person accountable for a credential: they created or hold it, saw its secret, or consented to a
 * token for it. The list only grows, because a person may still have what they saw. No accountable person
 * approves requests made with it.
 */
export async function addAccountablePerson(
  tx: TransactionContext,
  { id: credentialId, workspaceId }: McpCredential,
  personId: string,
  ...parts: McpCredentialPart[]
): Promise<void> {
  const now = tx.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  for (const part of parts)
    await McpCredentialPerson.query(tx.knex)
      .insert({ id: newId('mcpCredentialPerson'), workspaceId, credentialId, personId, part, ...stamps })
      .onConflict(['credentialId', 'personId', 'part'])
      .ignore();
}

/** Locks the credential for the transaction, so that nobody becomes accountable for it meanwhile. */
export async function shareLockCredential(tx: TransactionContext, id: string): Promise<void> {
  await McpCredential.inWorkspace(tx).where({ id }).select('id').forShare();
}

/** Returns everyone accountable for a credential so far. */
export async function accountablePersonsOfCredential(scope: Scope, credentialId: string): Promise<string[]> {
  const rows = await McpCredentialPerson.inWorkspace(scope).where({ credentialId }).distinct('personId');
  return rows.map(({ personId }) => personId);
}

/** Returns the persons accountable for the credential of a request, as a subquery of a query of requests. */
export function accountablePersonsOfAgents(knex: Knex): Knex.QueryBuilder {
  return knex('mcpCredentialPerson').whereRaw(
    'mcp_credential_person.credential_id = approval_request.mcp_credential_id',
  );
}
