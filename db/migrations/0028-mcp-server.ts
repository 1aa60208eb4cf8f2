import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_server (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      project_id    text collate "C" not null references project,
      name          text not null,
      description   text not null,
      status        text not null check (status in ('ACTIVE', 'RETIRED')),
      created_by    text collate "C" not null references member,
      retired_at    timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      constraint mcp_server_retired check ((status = 'RETIRED') = (retired_at is not null))
    );
    create unique index mcp_server_name on mcp_server (workspace_id, name) where status = 'ACTIVE';
    create index mcp_server_workspace on mcp_server (workspace_id, id);
    create index mcp_server_project on mcp_server (project_id);

    create table mcp_server_version (
      id                   text collate "C" primary key,
      workspace_id         text collate "C" not null references workspace,
      server_id            text collate "C" not null references mcp_server,
      number               integer not null,
      status               text not null check (status in
        ('DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'PUBLISHED', 'DEPRECATED', 'QUARANTINED', 'RETIRED')),
      approval_request_id  text collate "C" references approval_request,
      reason               text,
      submitted_at         timestamptz,
      approved_at          timestamptz,
      published_at         timestamptz,
      quarantined_at       timestamptz,
      retires_at           timestamptz,
      retired_at           timestamptz,
      created_by           text collate "C" not null references member,
      created_at           timestamptz not null,
      updated_at           timestamptz not null,
      row_version          integer not null default 1,
      unique (server_id, number),
      constraint mcp_server_version_retired check ((status = 'RETIRED') = (retired_at is not null)),
      constraint mcp_server_version_retires check (status <> 'DEPRECATED' or retires_at is not null)
    );
    create unique index mcp_server_version_open on mcp_server_version (server_id)
      where status in ('DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED');
    create unique index mcp_server_version_published on mcp_server_version (server_id) where status = 'PUBLISHED';
    create index mcp_server_version_workspace on mcp_server_version (workspace_id, id);
    create index mcp_server_version_approval on mcp_server_version (approval_request_id)
      where approval_request_id is not null;
    create index mcp_server_version_retires on mcp_server_version (retires_at) where status = 'DEPRECATED';

    create table mcp_server_tool (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      version_id     text collate "C" not null references mcp_server_version,
      capability_id  text collate "C" not null references capability,
      connection_id  text collate "C" not null references connection,
      mode           text not null check (mode in ('read', 'write')),
      digest         bytea not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (version_id, capability_id, connection_id)
    );
    create index mcp_server_tool_workspace on mcp_server_tool (workspace_id, id);
    create index mcp_server_tool_capability on mcp_server_tool (capability_id);
    create index mcp_server_tool_connection on mcp_server_tool (connection_id);

    alter table approval_request
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check check (kind in ('PRODUCTION_ACCESS', 'WORKSPACE_DELETE', 'MCP_SERVER'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table mcp_server_tool, mcp_server_version, mcp_server;
    delete from approval_comment where request_id in (select id from approval_request where kind = 'MCP_SERVER');
    delete from approval_decision where request_id in (select id from approval_request where kind = 'MCP_SERVER');
    delete from approval_request where kind = 'MCP_SERVER';
    alter table approval_request
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check check (kind in ('PRODUCTION_ACCESS', 'WORKSPACE_DELETE'));
  `);
}
