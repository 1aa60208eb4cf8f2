import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table oauth_record (
      id           text collate "C" primary key,
      kind         text not null check (kind in ('SESSION', 'INTERACTION', 'GRANT', 'AUTHORIZATION_CODE', 'ASSERTION')),
      uid          text collate "C",
      grant_id     text collate "C",
      sealed       bytea not null,
      consumed_at  timestamptz,
      expires_at   timestamptz not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index oauth_record_uid on oauth_record (uid) where uid is not null;
    create index oauth_record_grant on oauth_record (grant_id) where grant_id is not null;
    create index oauth_record_expires on oauth_record (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table oauth_record');
}
