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

/** The lists of columns that are not named after the table and the plural of the column. */
const otherNames: Record<string, string> = {
  'api_product_version.request_checks': 'requestChecks',
  'product_assignment.environment': 'environments',
  'product_assignment.quota_period': 'quotaPeriods',
  'member.role': 'roles',
  'invitation.role': 'roles',
  'automation_person.part': 'automationParts',
  'automation_credential.kind': 'proofKinds',
  'automation_credential.algorithm': 'keyAlgorithms',
  'credential_reference.kind': 'credentialKinds',
  'connection.revocation': 'revocations',
  'mcp_credential.kind': 'proofKinds',
  'mcp_credential.algorithm': 'keyAlgorithms',
  'mcp_credential_person.part': 'mcpCredentialParts',
  'mcp_client.algorithm': 'keyAlgorithms',
  'mcp_consent.scopes': 'mcpScopes',
  'mcp_consent.revoke_reason': 'mcpConsentEnds',
  'mcp_grant.mode': 'capabilityModes',
  'mcp_server_tool.mode': 'capabilityModes',
  'api_key.environment': 'environments',
  'webhook_endpoint.environment': 'environments',
  'webhook_endpoint.disabled_reason': 'disabledReasons',
  'webhook_queue.verdict': 'disabledReasons',
  'webhook_delivery.status': 'deliveryStatuses',
  'webhook_delivery.trigger': 'deliveryTriggers',
  'webhook_attempt.trigger': 'deliveryTriggers',
  'webhook_attempt.outcome': 'attemptOutcomes',
  'approval_request.kind': 'approvalKinds',
  'approval_request.status': 'approvalStatuses',
  'approval_decision.verdict': 'approvalVerdicts',
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

/** Returns the name of a column's list: `apiKeyStatuses` of `api_key.status`. */
function listOf(column: string): string {
  const plural = column.endsWith('us') ? `${column}es` : column.replace(/(?<!s)$/, 's');
  return otherNames[column] ?? plural.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

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
      Object.fromEntries(checked.map(([column]) => [column, lists.get(listOf(column))])),
    );
    expect(checked.map(([column]) => column)).toEqual(expect.arrayContaining(Object.keys(otherNames)));
    expect([...lists.keys()].toSorted()).toEqual(
      [...new Set([...checked.map(([column]) => listOf(column)), ...unchecked])].toSorted(),
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
