import { McpConsent, mcpScopes, type McpScope } from '../../../db/models/mcp-consent.ts';
import type { McpCredential } from '../../../db/models/mcp-credential.ts';
import { record } from '../../records/audit/record.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { kindOfId, newId } from '../../values/id.ts';
import { shareLockClient } from '../mcp-client/find.ts';
import { consentedDestination } from '../../values/redirect-uri.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { lockCredential } from './find.ts';
import { maxDestinations } from './rules.ts';
import { evaluateMcpCredential, mcpCredentialSnapshot } from './snapshot.ts';

interface Consent {
  credentialId: string;
  /** The OAuth client that gets the token, and the client's own name. */
  client: string;
  clientName: string;
  /** The resource that the tokens are for. */
  resource: string;
  scopes: readonly McpScope[];
  /** The redirect address that the consent page showed. */
  redirectUri: string;
}

/** A consent, and the credential that the person chose for it. */
export interface Given {
  consent: McpConsent;
  credential: McpCredential;
}

/**
 * Records a person's consent that a client acts with a credential that they hold; they become accountable for
 * it. The server does not ask them again for the same scopes. Throws `not_found` if they do not hold the
 * credential or the client belongs to another workspace, and the refusals of `evaluateMcpCredential`. No
 * field of the schema calls this: the authorization server handles consent.
 */
export async function consentToToken(ctx: Context, { credentialId, ...asked }: Consent): Promise<Given> {
  return await ctx.transaction(async (tx) => {
    const credential = await lockCredential(tx, credentialId);
    if (credential.holderId !== memberOf(tx).memberId) throw notFound(tx, 'MCP credential');
    if (kindOfId(asked.client) === 'mcp_client') await shareLockClient(tx, asked.client);
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

// The credential is locked, so that each client has one consent. Earlier scopes and redirect addresses stay,
// unless the credential was rotated since.
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
