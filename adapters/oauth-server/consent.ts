import { roles } from '../../db/models/member.ts';
import { Person } from '../../db/models/person.ts';
import type { McpScope } from '../../db/models/mcp-consent.ts';
import type { McpCredential } from '../../db/models/mcp-credential.ts';
import { holds } from '../../schema/kernel/access/permissions.ts';
import { personOf, type Context } from '../../schema/kernel/context.ts';
import { refusalOf, refuse } from '../../schema/values/errors.ts';
import { consentToToken } from '../../schema/identity/mcp-credential/consent.ts';
import { activeCredentialsHeld, type HeldCredential } from '../../schema/identity/mcp-credential/in-force.ts';
import { mcpPartiesOf } from '../../schema/identity/mcp-credential/tokens.ts';
import { contextOfSession } from '../http/context.ts';
import { formOf, goOn, isOver, refuseClient, show, type Interaction } from './interaction.ts';
import { destinationOf } from './known-by.ts';
import { consentPage } from './pages/consent.ts';
import { endSignIn, startOver } from './sign-out.ts';
import { grantFor } from './grants.ts';
import { scopesIn } from './scopes.ts';

const makers = roles.filter((role) => holds(role, 'mcp_credentials:write'));

export async function showConsent(interaction: Interaction): Promise<void> {
  await show(interaction, await pageOf(interaction));
}

/** Records the consent and its credential before the library issues a code. */
export async function actOnConsent(interaction: Interaction): Promise<void> {
  const form = formOf(interaction);
  const action = form.get('action');
  if (action === 'other') return await startOver(interaction);
  if (action !== 'allow') return await turnAway(interaction);
  try {
    const held = await heldFor(interaction, await sessionOf(interaction));
    const picked = held.find(({ credential: { id } }) => id === form.get('credential'))?.credential;
    if (!picked) throw refuse('not_found', 'Choose one of the credentials.');
    const scopes = scopesOf(interaction);
    if (scopes.length === 0) throw refuse('invalid_request', 'The application requests nothing.');
    await goOn(interaction, { consent: { grantId: await granted(interaction, picked, scopes) } });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    interaction.request.refusedAs = refusal.code;
    await show(interaction, await pageOf(interaction, refusal.message), refusal);
  }
}

// A person who signed in only for this is signed out again.
async function turnAway(interaction: Interaction): Promise<void> {
  if (interaction.details.lastSubmission?.login) await endSignIn(interaction);
  await refuseClient(interaction);
}

async function sessionOf({ ctx, details }: Interaction, workspaceId?: string): Promise<Context> {
  if (!details.session) throw isOver();
  return await contextOfSession(ctx, ctx.client, details.session.accountId, workspaceId);
}

async function granted(
  interaction: Interaction,
  { id: credentialId, workspaceId }: McpCredential,
  scopes: readonly McpScope[],
): Promise<string> {
  const { ctx, provider, details, client } = interaction;
  const person = await sessionOf(interaction, workspaceId);
  const { audience: resource } = mcpPartiesOf(ctx.settings.baseUrl);
  const { redirectUri } = interaction;
  const asked = { credentialId, client: client.id, clientName: client.name, resource, scopes, redirectUri };
  const given = await consentToToken(person, asked);
  const sessionId = details.session?.accountId ?? '';
  const grant = await grantFor(provider, { sessionId, ...given, scopes, now: ctx.clock.now() });
  return grant.jti;
}

// A client that a member registered is only for the people and the credentials of its workspace.
async function heldFor({ client: { knownBy } }: Interaction, ctx: Context): Promise<HeldCredential[]> {
  const held = await activeCredentialsHeld(ctx);
  return knownBy.kind === 'MEMBER'
    ? held.filter(({ credential }) => credential.workspaceId === knownBy.workspaceId)
    : held;
}

async function pageOf(interaction: Interaction, wrong?: string): Promise<string> {
  const ctx = await sessionOf(interaction);
  const { personId } = personOf(ctx);
  const person = await Person.query(ctx.database.knex).findById(personId).throwIfNotFound();
  const held = await heldFor(interaction, ctx);
  const destination = destinationOf(interaction.redirectUri);
  const scopes = scopesOf(interaction);
  return consentPage({ ...interaction, person, destination, scopes, held, makers, ...(wrong && { wrong }) });
}

function scopesOf({ details: { params } }: Interaction): McpScope[] {
  return scopesIn(params['scope']);
}
