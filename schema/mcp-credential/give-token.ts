import { McpCredential } from '../../db/models/mcp-credential.ts';
import type { McpScope } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { judgeMcpCredential, mcpCredentialSnapshot, type JudgedMcpCredential } from './snapshot.ts';

interface TokenGiven {
  credentialId: string;
  /** The version that was proved or consented to. */
  credentialVersion: number;
  scopes: readonly McpScope[];
  /** Where a person consented: who, and to which client of OAuth. */
  consent: { personId: string; client: string } | null;
}

/**
 * Judges the credential as it is now and writes down that an access token is given for it. Throws what the judge throws.
 * Whoever calls has been proved by the authorization server; no field of the schema leads here.
 */
export async function giveMcpToken(
  ctx: Context,
  { credentialId, credentialVersion, scopes, consent }: TokenGiven,
): Promise<JudgedMcpCredential> {
  return await ctx.transaction(async (tx) => {
    const now = tx.clock.now();
    const snapshot = await mcpCredentialSnapshot(tx.knex, credentialId);
    const judged = judgeMcpCredential(snapshot, { credentialVersion }, now);
    const { workspaceId, holderId } = judged;
    const used = await McpCredential.change(tx.knex, credentialId, now, { lastUsedAt: now });
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
