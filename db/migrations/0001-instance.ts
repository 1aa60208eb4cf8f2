import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table instance (
      id            text collate "C" primary key,
      sealed_check  bytea not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );

    create table signing_key (
      id                  text collate "C" primary key,
      purpose             text not null check (purpose in ('SESSION')),
      public_jwk          jsonb not null,
      sealed_private_jwk  bytea not null,
      activates_at        timestamptz not null,
      retires_at          timestamptz,
      created_at          timestamptz not null,
      updated_at          timestamptz not null,
      row_version         integer not null default 1
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table signing_key; drop table instance;');
}
