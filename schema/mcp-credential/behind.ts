import type { McpCredential } from '../../db/models/mcp-credential.ts';
import { McpCredentialPerson, type McpCredentialPart } from '../../db/models/mcp-credential-person.ts';
import type { TransactionContext } from '../context.ts';
import { newId } from '../id.ts';

/**
 * Puts a person behind a credential: who made it, holds it, was shown its secret, or consented to a token for it. Nobody
 * leaves that list, since what a person has seen they may still hold; none of them approves what is asked with it.
 */
export async function standBehind(
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
