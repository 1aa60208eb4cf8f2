import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_session (
      id                text collate "C" primary key,
      credential_id     text collate "C" not null references mcp_credential,
      protocol_version  text not null,
      seen_at           timestamptz not null,
      created_at        timestamptz not null,
      updated_at        timestamptz not null,
      row_version       integer not null default 1
    );
    create index mcp_session_credential on mcp_session (credential_id, seen_at);
    create index mcp_session_seen on mcp_session (seen_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mcp_session');
}
