import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { McpConsent, type McpScope } from '../../../db/models/mcp-consent.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { consentedDestination } from '../../values/redirect-uri.ts';
import { dateOf } from '../../values/time.ts';
import { workingCredentials } from './snapshot.ts';

/** What a person has consented to and what still holds: that, and the credential as it was picked. */
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

/** The same of the caller, in the workspaces that are served to their session. */
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
 * The consent of the caller that covers the scopes and the redirect address; null where there is none, or there are several to
 * pick from. A person who consented to one destination was not asked about another one.
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

/** Whether what a refresh token came of still holds. */
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
