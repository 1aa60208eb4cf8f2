import { McpConsent, mcpScopes, type McpScope } from '../../../db/models/mcp-consent.ts';
import type { McpCredential } from '../../../db/models/mcp-credential.ts';
import { record } from '../../records/audit/record.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { kindOfId, newId } from '../../values/id.ts';
import { holdClient } from '../mcp-client/find.ts';
import { consentedDestination } from '../../values/redirect-uri.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { lockCredential } from './find.ts';
import { maxDestinations } from './rules.ts';
import { evaluateMcpCredential, mcpCredentialSnapshot } from './snapshot.ts';

interface Consent {
  credentialId: string;
  /** The client of OAuth that gets the token, and what it calls itself. */
  client: string;
  clientName: string;
  /** What the tokens are for. */
  resource: string;
  scopes: readonly McpScope[];
  /** Where the person was told that they are sent back to. */
  redirectUri: string;
}

/** What a person has consented to, and the credential that they picked for it. */
export interface Given {
  consent: McpConsent;
  credential: McpCredential;
}

/**
 * A person lets a client act by a credential that they hold, and stands behind it for that from then on. They are not asked
 * again for as much. Throws `not_found` where they do not hold it or the client is registered elsewhere, and what its judge throws. No field of the schema leads
 * here: what is consented to is a request to the authorization server.
 */
export async function consentToToken(ctx: Context, { credentialId, ...asked }: Consent): Promise<Given> {
  return await ctx.transaction(async (tx) => {
    const credential = await lockCredential(tx, credentialId);
    if (credential.holderId !== memberOf(tx).memberId) throw notFound(tx, 'MCP credential');
    if (kindOfId(asked.client) === 'mcp_client') await holdClient(tx, asked.client);
    const snapshot = await mcpCredentialSnapshot(tx.knex, credentialId);
    evaluateMcpCredential(snapshot, { credentialVersion: credential.version }, tx.clock.now());
    await addAccountablePerson(tx, credential, personOf(tx).personId, 'CONSENTED');
    const consent = await remember(tx, credential, asked);
    const { client, scopes } = asked;
    await record(tx, 'mcp_credential.consented', {
      subject: credential,
      data: credential,
      changes: { client, scopes, consent: consent.id },
    });
    return { consent, credential };
  });
}

// The credential is locked, so that there is one for each client. What was consented to before stays.
async function remember(
  tx: TransactionContext,
  { id: credentialId, workspaceId, version: credentialVersion, holderId: memberId }: McpCredential,
  { client, clientName, resource, scopes, redirectUri }: Omit<Consent, 'credentialId'>,
): Promise<McpConsent> {
  const now = tx.clock.now();
  const { personId } = personOf(tx);
  const same = { credentialId, personId, client, resource, status: 'ACTIVE' as const };
  const before = await McpConsent.query(tx.knex).findOne(same).forNoKeyUpdate();
  const earlier = before?.credentialVersion === credentialVersion ? before : null;
  const all = mcpScopes.filter((scope) => scopes.includes(scope) || earlier?.scopes.includes(scope));
  const shown = [consentedDestination(redirectUri), ...(earlier?.destinations ?? [])];
  const destinations = [...new Set(shown)].slice(0, maxDestinations);
  const given = { credentialVersion, memberId, clientName, scopes: all, destinations };
  if (before) return await McpConsent.change(tx.knex, before.id, now, given);
  return await McpConsent.query(tx.knex)
    .insert({ ...same, ...given, id: newId('mcpConsent'), workspaceId, createdAt: now, updatedAt: now })
    .returning('*');
}
