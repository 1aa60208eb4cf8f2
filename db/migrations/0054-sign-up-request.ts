import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sign_up_request (
      id           text collate "C" primary key,
      sealed       bytea not null,
      digest       bytea unique,
      expires_at   timestamptz not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index sign_up_request_expiry on sign_up_request (expires_at);
    create index sign_up_request_unanswered on sign_up_request (created_at) where digest is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sign_up_request');
}
