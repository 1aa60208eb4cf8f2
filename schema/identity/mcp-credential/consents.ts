import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { McpConsent, type McpScope } from '../../../db/models/mcp-consent.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { consentedDestination } from '../../values/redirect-uri.ts';
import { dateOf } from '../../values/time.ts';
import { workingCredentials } from './snapshot.ts';

/** Returns a query of a person's consents in force: active, with the chosen credential version working. */
export function consentsInForce(
  { knex, clock }: Pick<Context, 'knex' | 'clock'>,
  personId: string,
): QueryBuilder<McpConsent, McpConsent[]> {
  return McpConsent.query(knex)
    .where({ 'mcpConsent.personId': personId, 'mcpConsent.status': 'ACTIVE' })
    .whereExists(pickedAndWorking(knex, dateOf(clock.now())));
}

function pickedAndWorking(knex: Knex, today: string): Knex.QueryBuilder {
  return workingCredentials(knex)
    .join('workspace', 'workspace.id', 'credential.workspaceId')
    .where({ 'workspace.status': 'ACTIVE' })
    .where('credential.expiresOn', '>=', today)
    .whereRaw('credential.id = mcp_consent.credential_id')
    .whereRaw('credential.version = mcp_consent.credential_version');
}

/** Returns a query of the caller's consents in force, in the workspaces that their session may use. */
export function ownConsents(ctx: Context): QueryBuilder<McpConsent, McpConsent[]> {
  const { personId, memberships } = personOf(ctx);
  const served = memberships.filter(({ isBarred }) => !isBarred);
  return consentsInForce(ctx, personId).whereIn(
    'mcpConsent.workspaceId',
    served.map(({ workspaceId }) => workspaceId),
  );
}

interface Asked {
  client: string;
  resource: string;
  scopes: readonly McpScope[];
  redirectUri: string;
}

/**
 * Returns the caller's consent that covers the scopes and the redirect address. Null if there is none, or
 * there are several to choose from. Consent to one destination does not cover another.
 */
export async function rememberedConsent(
  ctx: Context,
  { client, resource, scopes, redirectUri }: Asked,
): Promise<McpConsent | null> {
  const found = await ownConsents(ctx).where({ client, resource });
  const destination = consentedDestination(redirectUri);
  const enough = found.filter(
    (consent) =>
      consent.destinations.includes(destination) && scopes.every((scope) => consent.scopes.includes(scope)),
  );
  return enough.length === 1 ? (enough[0] ?? null) : null;
}

/** Whether the consent of a refresh token is still in force. */
export async function stillConsented(
  ctx: Pick<Context, 'knex' | 'clock'>,
  {
    consentId,
    personId,
    credentialVersion,
  }: { consentId: string; personId: string; credentialVersion: number },
): Promise<boolean> {
  const consent = await consentsInForce(ctx, personId).findById(consentId);
  return consent?.credentialVersion === credentialVersion;
}
