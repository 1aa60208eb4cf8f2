import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_grant (
      id               text collate "C" primary key,
      workspace_id     text collate "C" not null references workspace,
      credential_id    text collate "C" not null references mcp_credential,
      version_id       text collate "C" not null references mcp_server_version,
      capability_id    text collate "C" not null references capability,
      connection_id    text collate "C" not null references connection,
      mode             text not null check (mode in ('read', 'write')),
      digest           bytea not null,
      argument_limits  jsonb not null,
      row_limit        integer,
      expires_on       date not null,
      status           text not null check (status in ('ACTIVE', 'REVOKED')),
      created_by       text collate "C" not null references member,
      revoked_at       timestamptz,
      revoke_reason    text,
      created_at       timestamptz not null,
      updated_at       timestamptz not null,
      row_version      integer not null default 1,
      constraint mcp_grant_revoked check ((status = 'REVOKED') = (revoked_at is not null)),
      constraint mcp_grant_rows check (row_limit is null or (mode = 'read' and row_limit between 1 and 1000))
    );
    create unique index mcp_grant_once on mcp_grant (credential_id, version_id, capability_id, connection_id)
      where status = 'ACTIVE';
    create index mcp_grant_workspace on mcp_grant (workspace_id, id);
    create index mcp_grant_version on mcp_grant (version_id);
    create index mcp_grant_capability on mcp_grant (capability_id);
    create index mcp_grant_connection on mcp_grant (connection_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mcp_grant');
}
