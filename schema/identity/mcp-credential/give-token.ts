import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import type { McpScope } from '../../../db/models/mcp-consent.ts';
import { record } from '../../records/audit/record.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { agentTokenInvalid } from '../../values/errors.ts';
import { evaluateMcpCredential, mcpCredentialSnapshot, type EvaluatedMcpCredential } from './snapshot.ts';

interface TokenGiven {
  credentialId: string;
  /** The version that was proved or consented to. */
  credentialVersion: number;
  scopes: readonly McpScope[];
  /** By its id, where a person consented. */
  consentId: string | null;
}

/**
 * Judges the credential as it is now and writes down that an access token is given for it. Throws what the judge throws.
 * Whoever calls has been proved by the authorization server; no field of the schema leads here.
 */
export async function giveMcpToken(
  ctx: Context,
  { credentialId, credentialVersion, scopes, consentId }: TokenGiven,
): Promise<EvaluatedMcpCredential> {
  return await ctx.transaction(async (tx) => {
    const now = tx.clock.now();
    const snapshot = await mcpCredentialSnapshot(tx.knex, credentialId);
    const judged = evaluateMcpCredential(snapshot, { credentialVersion }, now);
    const { workspaceId, holderId } = judged;
    const used = await McpCredential.change(tx.knex, credentialId, now, { lastUsedAt: now });
    const consent = consentId === null ? null : await useConsent(tx, consentId);
    await record(tx, 'mcp_credential.token_issued', {
      workspaceId,
      actor: consent
        ? { kind: 'MEMBER', id: holderId, personId: consent.personId }
        : { kind: 'MCP_CREDENTIAL', id: credentialId, personId: null },
      subject: used,
      data: used,
      changes: { scopes, ...(consent && { client: consent.client }) },
    });
    return judged;
  });
}

// Whoever revokes it waits, or is found here: then what they remove is all that came of it.
async function useConsent(tx: TransactionContext, id: string): Promise<McpConsent> {
  const consent = await McpConsent.query(tx.knex).findById(id).forNoKeyUpdate();
  if (consent?.status !== 'ACTIVE') throw agentTokenInvalid();
  const now = tx.clock.now();
  return await McpConsent.change(tx.knex, id, now, { lastUsedAt: now });
}
