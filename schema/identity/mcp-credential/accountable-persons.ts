import type { Knex } from 'knex';
import type { Scope } from '../../../db/models/base.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { McpCredentialPerson, type McpCredentialPart } from '../../../db/models/mcp-credential-person.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';

/**
 * Puts a person behind a credential: who made it, holds it, was shown its secret, or consented to a token for it. Nobody
 * leaves that list, since what a person has seen they may still hold; none of them approves what is asked with it.
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

/** Keeps everybody from coming to stand behind a credential to the end of the transaction: that locks it. */
export async function holdCredential(tx: TransactionContext, id: string): Promise<void> {
  await McpCredential.inWorkspace(tx).where({ id }).select('id').forShare();
}

/** Everyone behind a credential by now. */
export async function accountablePersonsOfCredential(scope: Scope, credentialId: string): Promise<string[]> {
  const rows = await McpCredentialPerson.inWorkspace(scope).where({ credentialId }).distinct('personId');
  return rows.map(({ personId }) => personId);
}

/** Each person behind the credential with which a request was asked for, as a subquery of a query of requests. */
export function accountablePersonsOfAgents(knex: Knex): Knex.QueryBuilder {
  return knex('mcpCredentialPerson').whereRaw(
    'mcp_credential_person.credential_id = approval_request.mcp_credential_id',
  );
}
