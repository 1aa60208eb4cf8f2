import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_key (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      application_id  text collate "C" not null references application,
      environment     text not null check (environment in ('SANDBOX', 'LIVE')),
      name            text not null,
      scopes          text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
      digest          bytea not null unique,
      prefix          text not null unique,
      last_four       text not null,
      expires_on      date,
      status          text not null check (status in ('ACTIVE', 'REVOKED')),
      version         integer not null,
      created_by      text collate "C" not null references member,
      seen_by         text[] not null,
      rotated_at      timestamptz,
      revoked_at      timestamptz,
      revoke_reason   text,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1
    );
    create unique index api_key_name on api_key (application_id, environment, name) where status = 'ACTIVE';
    create index api_key_application on api_key (application_id, id);
    create index api_key_workspace on api_key (workspace_id, id);

    create table api_key_use (
      id            text collate "C" primary key references api_key,
      last_used_at  timestamptz not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_key_use; drop table api_key;');
}
