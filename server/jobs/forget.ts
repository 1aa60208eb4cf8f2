import { ApiKeyCalls } from '../../db/models/api-key-calls.ts';
import { TestReceipt } from '../../db/models/test-receipt.ts';
import { proofDays } from '../../schema/identity/session/signing-key.ts';
import { SandboxObject } from '../../db/models/sandbox-object.ts';
import { objectDays } from '../../schema/keys/application-sandbox/rules.ts';
import { OperationCalls } from '../../db/models/operation-calls.ts';
import { useDays } from '../../schema/keys/reference/use.ts';
import { ProductCalls } from '../../db/models/product-calls.ts';
import { AutomationAssertion } from '../../db/models/automation-assertion.ts';
import { ConnectionCalls } from '../../db/models/connection-calls.ts';
import { ConnectionAuthorization } from '../../db/models/connection-authorization.ts';
import { Idempotency } from '../../db/models/idempotency.ts';
import { KeyUseWriter } from '../../db/models/key-use-writer.ts';
import { Mail } from '../../db/models/mail.ts';
import { MailedToken } from '../../db/models/mailed-token.ts';
import { McpToolCall } from '../../db/models/mcp-tool-call.ts';
import { OAuthRecord } from '../../db/models/oauth-record.ts';
import { PasswordResetRequest } from '../../db/models/password-reset-request.ts';
import { SignUpRequest } from '../../db/models/sign-up-request.ts';
import { Session } from '../../db/models/session.ts';
import { SigningKey } from '../../db/models/signing-key.ts';
import { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import { retentionHours } from '../../schema/command/idempotency.ts';
import { keptDays } from '../../schema/agents/mcp-tool-call/rules.ts';
import { countDays } from '../../schema/values/span.ts';
import { hoursAfter } from '../../schema/values/time.ts';
import type { ServerPorts } from '../ports.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'settings'>;

/** How long a session and its refresh tokens stay after its end; the audit log keeps the rest. */
const sessionRetentionHours = 30 * 24;
/** By then, the process of such a writer has ended. */
const keyUseWriterRetentionHours = 48;
/** People ask about a missing mail within days. */
const mailRetentionHours = 7 * 24;
/** By then, the last proof that a retired key signed has expired. */
const signingKeyRetentionHours = 24;

export async function forgetIdempotency({ database, clock }: Ports): Promise<void> {
  await Idempotency.query(database.knex).delete().where('createdAt', '<', hoursAgo(clock, retentionHours));
}

/** Deletes authorizations at a provider, a month after their end, when their outcome is no longer of use. */
export async function forgetAuthorizations({ database, clock }: Ports): Promise<void> {
  const oldest = hoursAgo(clock, sessionRetentionHours);
  await ConnectionAuthorization.query(database.knex).delete().where('endedAt', '<', oldest);
}

/** Deletes client assertions, once every instance rejects them for their age, whatever its clock shows. */
export async function forgetAssertions({ database, clock }: Ports): Promise<void> {
  await AutomationAssertion.query(database.knex).delete().where('expiresAt', '<', hoursAgo(clock, 1));
}

/** Deletes the authorization server's records, once no instance finds them, whatever its clock shows. */
export async function forgetOAuthRecords({ database, clock }: Ports): Promise<void> {
  const { knex } = database;
  const oldest = hoursAgo(clock, 1);
  await OAuthRecord.query(knex).delete().where('expiresAt', '<', oldest);
  // Such a grant has no code and no refresh token left, and all its access tokens have expired.
  const cameOfIt = knex('oauthRecord as later').whereRaw('later.grant_id = oauth_record.id');
  const grants = OAuthRecord.query(knex).delete().where({ kind: 'GRANT' }).whereNotExists(cameOfIt);
  await grants.where('createdAt', '<', oldest);
}

export async function forgetSessions({ database, clock }: Ports): Promise<void> {
  const oldest = hoursAgo(clock, sessionRetentionHours);
  await Session.query(database.knex)
    .delete()
    .where('revokedAt', '<', oldest)
    .orWhere('expiresAt', '<', oldest)
    .orWhere('idleExpiresAt', '<', oldest);
}

export async function forgetSigningKeys({ database, clock }: Ports): Promise<void> {
  const oldest = hoursAgo(clock, proofDays * 24 + signingKeyRetentionHours);
  await SigningKey.query(database.knex).delete().where('retiresAt', '<', oldest);
}

/** Deletes what a tool call sent and what it received; that it was made, approved and run stays. */
export async function forgetToolCalls({ database, clock }: Ports): Promise<void> {
  await McpToolCall.query(database.knex)
    .patch({ sealedSaid: null, sealedAnswer: null })
    .where('createdAt', '<', hoursAgo(clock, keptDays * 24))
    .where((or) => void or.whereNotNull('sealedSaid').orWhereNotNull('sealedAnswer'));
}

/** Deletes what applications made in the sandbox 30 days ago. */
export async function forgetSandboxObjects({ database, clock }: Ports): Promise<void> {
  await SandboxObject.query(database.knex)
    .delete()
    .where('createdAt', '<', hoursAgo(clock, objectDays * 24));
}

export async function forgetTestReceipts({ database, clock }: Ports): Promise<void> {
  await TestReceipt.query(database.knex).delete().where('expiresAt', '<', clock.now());
}

/** Deletes the counts of periods that are over. */
export async function forgetProductCalls({ database, clock }: Ports): Promise<void> {
  await ProductCalls.query(database.knex).delete().where('endsAt', '<', hoursAgo(clock, 24));
}

/** Deletes the counts of days that no reader of the reference sees. */
export async function forgetOperationCalls({ database, clock }: Ports): Promise<void> {
  const oldest = hoursAgo(clock, (useDays + 1) * 24);
  await OperationCalls.query(database.knex).delete().where('day', '<', oldest);
}

export async function forgetKeyCalls({ database, clock }: Ports): Promise<void> {
  await ApiKeyCalls.query(database.knex)
    .delete()
    .where('hour', '<', hoursAgo(clock, countDays * 24));
  await KeyUseWriter.query(database.knex)
    .delete()
    .where('updatedAt', '<', hoursAgo(clock, keyUseWriterRetentionHours));
}

export async function forgetConnectionCalls({ database, clock }: Ports): Promise<void> {
  await ConnectionCalls.query(database.knex)
    .delete()
    .where('hour', '<', hoursAgo(clock, countDays * 24));
}

/**
 * Deletes only the beginning of each workspace's log, so that it has no gaps, whatever the instances' clocks
 * showed. Events with pending deliveries stay, and so do all later ones.
 */
export async function forgetEvents({ database, clock, settings }: Ports): Promise<void> {
  const oldest = hoursAgo(clock, settings.eventRetentionDays * 24);
  await database.knex.raw(
    `delete from event using (
       select workspace_id, min(position) filter (where occurred_at >= :oldest) as first, max(position) as last
       from event group by workspace_id) kept
     where event.workspace_id = kept.workspace_id and event.position < coalesce(kept.first, kept.last + 1)
       and event.position < coalesce(
         (select min(position) from webhook_delivery delivery
          join workspace on workspace.id = delivery.workspace_id and workspace.status <> 'DELETED'
          where delivery.workspace_id = event.workspace_id and ended_at is null and event_id is not null),
         kept.last + 1)`,
    { oldest },
  );
  await WebhookDelivery.query(database.knex)
    .delete()
    .whereNull('eventId')
    .whereNotNull('endedAt')
    .where('createdAt', '<', oldest);
}

export async function forgetMails({ database, clock }: Ports): Promise<void> {
  await Mail.query(database.knex).delete().where('endedAt', '<', hoursAgo(clock, mailRetentionHours));
}

export async function forgetMailedTokens({ database, clock }: Ports): Promise<void> {
  await MailedToken.query(database.knex).delete().where('expiresAt', '<', clock.now());
  await SignUpRequest.query(database.knex).delete().where('expiresAt', '<', clock.now());
  // Requests that could not be answered in time.
  await PasswordResetRequest.query(database.knex).delete().where('createdAt', '<', hoursAgo(clock, 1));
}

function hoursAgo(clock: Ports['clock'], hours: number): Date {
  return hoursAfter(clock.now(), -hours);
}
