import type { McpCredential } from '../../db/models/mcp-credential.ts';
import type { McpScope } from '../access/caller.ts';
import { record } from '../audit/record.ts';
import { memberOf, personOf, type Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { standBehind } from './behind.ts';
import { lockCredential } from './find.ts';
import { judgeMcpCredential, mcpCredentialSnapshot } from './snapshot.ts';

interface Consent {
  credentialId: string;
  /** The client of OAuth that gets the token. */
  client: string;
  scopes: readonly McpScope[];
}

/**
 * A person lets a client act by a credential that they hold, and stands behind it for that from then on. Throws
 * `not_found` where they do not hold it, and what its judge throws. No field of the schema leads here: what is consented
 * to is a request to the authorization server.
 */
export async function consentToToken(
  ctx: Context,
  { credentialId, client, scopes }: Consent,
): Promise<McpCredential> {
  return await ctx.transaction(async (tx) => {
    const credential = await lockCredential(tx, credentialId);
    if (credential.holderId !== memberOf(tx).memberId) throw notFound(tx, 'MCP credential');
    const snapshot = await mcpCredentialSnapshot(tx.knex, credentialId);
    judgeMcpCredential(snapshot, { credentialVersion: credential.version }, tx.clock.now());
    await standBehind(tx, credential, personOf(tx).personId, 'CONSENTED');
    await record(tx, 'mcp_credential.consented', {
      subject: credential,
      data: credential,
      changes: { client, scopes },
    });
    return credential;
  });
}
