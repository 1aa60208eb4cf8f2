import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { rooms } from './house.ts';

const { knex } = await testDatabase();

interface Check {
  column: string;
  definition: string;
}

/** Columns whose list in the models is not named after the column's plural. */
const listedAs: Record<string, string> = {
  'signing_key.purpose': 'signingKeyPurposes',
  'workspace.status': 'workspaceStatuses',
  'member.role': 'roles',
  'member.kind': 'memberKinds',
  'member.status': 'memberStatuses',
  'admission.kind': 'admissionKinds',
  'application.status': 'applicationStatuses',
  'project.status': 'projectStatuses',
  'invitation.role': 'roles',
  'invitation.status': 'invitationStatuses',
  'mailed_token.purpose': 'mailedTokenPurposes',
  'mail.status': 'mailStatuses',
  'automation.status': 'automationStatuses',
  'automation_person.part': 'automationParts',
  'automation_credential.kind': 'proofKinds',
  'automation_credential.status': 'automationCredentialStatuses',
  'automation_credential.algorithm': 'keyAlgorithms',
  'vault.driver': 'vaultDrivers',
  'vault.status': 'vaultStatuses',
  'credential_reference.kind': 'credentialKinds',
  'credential_reference.status': 'credentialReferenceStatuses',
  'credential_version.status': 'credentialVersionStatuses',
  'connection.method': 'connectionMethods',
  'connection.status': 'connectionStatuses',
  'connection.problem': 'connectionProblems',
  'connection.revocation': 'revocations',
  'connection_authorization.status': 'connectionAuthorizationStatuses',
  'mcp_credential.kind': 'proofKinds',
  'mcp_credential.status': 'mcpCredentialStatuses',
  'mcp_credential.algorithm': 'keyAlgorithms',
  'mcp_credential_person.part': 'mcpCredentialParts',
  'mcp_client.algorithm': 'keyAlgorithms',
  'mcp_client.status': 'mcpClientStatuses',
  'mcp_consent.scopes': 'mcpScopes',
  'mcp_consent.status': 'mcpConsentStatuses',
  'mcp_consent.revoke_reason': 'mcpConsentEnds',
  'mcp_grant.mode': 'capabilityModes',
  'mcp_grant.status': 'mcpGrantStatuses',
  'mcp_server.status': 'mcpServerStatuses',
  'mcp_server_version.status': 'mcpServerVersionStatuses',
  'mcp_server_tool.mode': 'capabilityModes',
  'oauth_record.kind': 'oauthRecordKinds',
  'connector.source': 'connectorSources',
  'connector.status': 'connectorStatuses',
  'connector_import.status': 'connectorImportStatuses',
  'capability.mode': 'capabilityModes',
  'api_key.environment': 'environments',
  'webhook_endpoint.environment': 'environments',
  'webhook_endpoint.status': 'webhookEndpointStatuses',
  'webhook_endpoint.disabled_reason': 'disabledReasons',
  'webhook_queue.verdict': 'disabledReasons',
  'webhook_delivery.status': 'deliveryStatuses',
  'webhook_delivery.trigger': 'deliveryTriggers',
  'webhook_attempt.trigger': 'deliveryTriggers',
  'webhook_attempt.outcome': 'attemptOutcomes',
  'api_key.scopes': 'apiKeyScopes',
  'api_key.status': 'apiKeyStatuses',
  'approval_request.kind': 'approvalKinds',
  'approval_request.status': 'approvalStatuses',
  'approval_decision.verdict': 'approvalVerdicts',
  'production_access.status': 'productionAccessStatuses',
  'audit_entry.outcome': 'auditOutcomes',
};
/** Values inside jsonb, which the database does not check. */
const unchecked = ['actorKinds', 'credentialPartForms'];

const modules = await Promise.all(
  globSync('db/models/*.ts').map(async (file) => (await import(join(process.cwd(), file))) as object),
);
const lists = new Map(
  modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, readonly string[]] => Array.isArray(entry[1])),
);

describe('the migrated database', () => {
  // A check over several columns relates their values, and lists none.
  it('checks the values that the models list, and no others', async () => {
    const { rows } = await knex.raw<{ rows: Check[] }>(`
      select c.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`);
    const checked = rows.map(
      ({ column, definition }) =>
        [column, [...definition.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)] as const,
    );

    expect(Object.fromEntries(checked)).toEqual(
      Object.fromEntries(Object.entries(listedAs).map(([column, list]) => [column, lists.get(list)])),
    );
    expect([...lists.keys()].toSorted()).toEqual(
      [...new Set([...Object.values(listedAs), ...unchecked])].toSorted(),
    );
  });

  it('counts the versions of every row', async () => {
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
      select table_name as name from information_schema.tables t where table_schema = 'public' and not exists (
        select from information_schema.columns c where c.table_name = t.table_name and column_name = 'row_version' and is_nullable = 'NO')`);

    expect(rows.map(({ name }) => name)).toEqual(['schema_migration']);
  });

  it('points its keys the way that the room map lets imports go', async () => {
    const { rows } = await knex.raw<{ rows: { child: string; parent: string }[] }>(`
      select distinct replace(conrelid::regclass::text, '_', '-') as child, replace(confrelid::regclass::text, '_', '-') as parent
      from pg_constraint where contype = 'f' and conrelid <> confrelid`);
    const turnsBack = ({ child, parent }: { child: string; parent: string }) =>
      (rooms[parent] ?? '').split(' ').includes(child);

    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(turnsBack)).toEqual([]);
  });
});
