import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import type { McpScope } from '../../../db/models/mcp-consent.ts';
import { record } from '../../records/audit/record.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { agentTokenInvalid } from '../../values/errors.ts';
import { evaluateMcpCredential, mcpCredentialSnapshot, type EvaluatedMcpCredential } from './snapshot.ts';

interface TokenGiven {
  credentialId: string;
  /** The credential version that was proved or consented to. */
  credentialVersion: number;
  scopes: readonly McpScope[];
  /** The consent's id; null if the credential proved itself. */
  consentId: string | null;
}

/**
 * Evaluates the credential and records that an access token is issued for it. Throws the refusals of
 * `evaluateMcpCredential`. The authorization server calls this, after authentication; no field of the schema
 * does.
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

// A concurrent revocation waits for this lock, or comes first and is seen here. So it removes every token.
async function useConsent(tx: TransactionContext, id: string): Promise<McpConsent> {
  const consent = await McpConsent.query(tx.knex).findById(id).forNoKeyUpdate();
  if (consent?.status !== 'ACTIVE') throw agentTokenInvalid();
  const now = tx.clock.now();
  return await McpConsent.change(tx.knex, id, now, { lastUsedAt: now });
}
