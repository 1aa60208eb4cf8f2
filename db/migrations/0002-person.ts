import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table person (
      id                 text collate "C" primary key,
      email              text not null,
      email_key          text not null unique,
      email_verified_at  timestamptz,
      name               text not null,
      password_hash      text not null,
      created_at         timestamptz not null,
      updated_at         timestamptz not null,
      row_version        integer not null default 1
    );

    create table session (
      id                 text collate "C" primary key,
      person_id          text collate "C" not null references person,
      amr                text[] not null,
      auth_time          timestamptz not null,
      expires_at         timestamptz not null,
      idle_expires_at    timestamptz not null,
      last_refreshed_at  timestamptz not null,
      revoked_at         timestamptz,
      revoke_reason      text,
      ip                 text,
      user_agent         text,
      created_at         timestamptz not null,
      updated_at         timestamptz not null,
      row_version        integer not null default 1
    );
    create index session_person on session (person_id, id);

    create table refresh_token (
      id           text collate "C" primary key,
      session_id   text collate "C" not null references session on delete cascade,
      digest       bytea not null unique,
      used_at      timestamptz,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index refresh_token_session on refresh_token (session_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table refresh_token; drop table session; drop table person;');
}
