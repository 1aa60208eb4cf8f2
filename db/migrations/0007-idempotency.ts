import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency (
      id           text collate "C" primary key,
      digest       bytea not null unique,
      input_hash   bytea not null,
      answer       jsonb not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index idempotency_age on idempotency (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency;');
}
