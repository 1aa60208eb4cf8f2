import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table key_use_writer (
      id           text collate "C" primary key,
      flush        integer not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index key_use_writer_age on key_use_writer (updated_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table key_use_writer;');
}
