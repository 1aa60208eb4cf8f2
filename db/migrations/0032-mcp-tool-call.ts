import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_request
      add column mcp_credential_id text collate "C" references mcp_credential,
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check
        check (kind in ('PRODUCTION_ACCESS', 'WORKSPACE_DELETE', 'MCP_SERVER', 'MCP_TOOL_CALL')),
      add constraint approval_request_asked_with check (credential_id is null or mcp_credential_id is null);

    create table mcp_tool_call (
      id                   text collate "C" primary key,
      workspace_id         text collate "C" not null references workspace,
      credential_id        text collate "C" not null references mcp_credential,
      version_id           text collate "C" not null references mcp_server_version,
      capability_id        text collate "C" not null references capability,
      connection_id        text collate "C" not null references connection,
      approval_request_id  text collate "C" references approval_request,
      digest               bytea not null,
      arguments_digest     bytea not null,
      sealed_said          bytea,
      bounds               jsonb not null,
      sealed_answer        bytea,
      failure_code         text,
      created_at           timestamptz not null,
      updated_at           timestamptz not null,
      row_version          integer not null default 1
    );
    create index mcp_tool_call_workspace on mcp_tool_call (workspace_id, id);
    create index mcp_tool_call_credential on mcp_tool_call (credential_id, created_at);
    create unique index mcp_tool_call_approval on mcp_tool_call (approval_request_id);
    create index mcp_tool_call_kept on mcp_tool_call (created_at)
      where sealed_said is not null or sealed_answer is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table mcp_tool_call;
    delete from approval_comment where request_id in (select id from approval_request where kind = 'MCP_TOOL_CALL');
    delete from approval_decision where request_id in (select id from approval_request where kind = 'MCP_TOOL_CALL');
    delete from approval_request where kind = 'MCP_TOOL_CALL';
    alter table approval_request
      drop constraint approval_request_asked_with,
      drop column mcp_credential_id,
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check check (kind in ('PRODUCTION_ACCESS', 'WORKSPACE_DELETE', 'MCP_SERVER'));
  `);
}
