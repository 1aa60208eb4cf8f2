import type { Knex } from 'knex';

/** The decisive columns as of this migration. */
const decisive: Record<string, string> = {
  member:
    'workspace_id, person_id, kind, role, role_since, role_position, status, active_since, active_position, activations',
  api_key:
    'workspace_id, application_id, environment, scopes, digest, expires_on, status, version, seen_by, live_grant, restores, ' +
    'workspace_restores, succeeded_at, retires_at',
  production_access:
    'workspace_id, application_id, status, revision, approval_request_id, grants, live_grant',
  approval_request:
    'workspace_id, kind, subject_type, subject_id, subject_digest, command, requested_by, credential_id, mcp_credential_id, ' +
    'persons, opened_position, quorum, status, expires_at, token_digest',
  approval_decision: 'workspace_id, request_id, member_id, person_id, verdict, digest_seen, is_independent',
  mcp_grant:
    'workspace_id, credential_id, version_id, capability_id, connection_id, mode, digest, argument_limits, row_limit, ' +
    'expires_on, status',
  person: 'email, email_key, email_verified_at, reclaimed_at, password_hash',
  session: 'person_id, amr, auth_time, expires_at, idle_expires_at, revoked_at, barred_members',
  sign_up_request: 'sealed, digest, expires_at',
  refresh_token: 'session_id, digest, used_at',
  mailed_token: 'person_id, purpose, digest, expires_at',
  invitation:
    'workspace_id, email, email_key, role, status, digest, invited_by, invited_first_by, expires_at',
  automation: 'workspace_id, member_id, owner_id, owner_activations, status',
  automation_credential:
    'workspace_id, automation_id, kind, status, version, digest, algorithm, public_jwk, thumbprint, expires_on, issued_by, ' +
    'issued_activations',
  mcp_credential:
    'workspace_id, holder_id, holder_activations, kind, status, version, digest, algorithm, public_jwk, thumbprint, expires_on, ' +
    'issued_by, issued_activations',
  vault: 'workspace_id, driver, address, mount, namespace, status, sealed_token',
  credential_reference:
    'workspace_id, project_id, kind, parts, vault_id, external_name, external_fields, bound_to, status, version',
  connector: 'workspace_id, source, source_url, ready_made, credential_reference_id, status',
  mcp_client: 'workspace_id, redirect_uris, algorithm, public_jwk, thumbprint, status',
  mcp_consent:
    'workspace_id, credential_id, credential_version, member_id, person_id, client, resource, scopes, destinations, status',
  mcp_tool_call:
    'workspace_id, credential_id, version_id, capability_id, connection_id, digest, arguments_digest, argument_limits, bounds',
  application: 'workspace_id, status, restores',
  workspace: 'status, restores, requires_independent_approvers',
  mcp_server: 'workspace_id, project_id, status',
  mcp_server_version: 'workspace_id, server_id, number, status, retires_at',
  mcp_server_tool: 'workspace_id, version_id, capability_id, connection_id, mode, digest',
  connection:
    'workspace_id, project_id, connector_id, base_url, method, scheme, schemes, credential_reference_id, token_reference_id, authorization_server',
  capability: 'workspace_id, connector_id, key, mode, request, digest',
};

/** Earlier versions change rows without their MACs. This trigger makes such MACs missing instead of wrong. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function forget_mac() returns trigger language plpgsql as $$
      begin
        new.mac := null;
        return new;
      end
    $$;
    alter table instance_lease add column row_macs boolean not null default false;
  `);
  for (const [table, columns] of Object.entries(decisive))
    await knex.raw(`
      alter table ${table} add column mac bytea;
      create trigger forget_mac before update of ${columns}, row_version on ${table} for each row
        when (new.mac is not distinct from old.mac) execute function forget_mac();
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(decisive))
    await knex.raw(`drop trigger forget_mac on ${table}; alter table ${table} drop column mac;`);
  await knex.raw('drop function forget_mac(); alter table instance_lease drop column row_macs;');
}
