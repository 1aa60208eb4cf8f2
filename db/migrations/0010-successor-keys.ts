import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key add column successor_of text collate "C" references api_key;
    alter table api_key add column succeeded_at timestamptz;
    alter table api_key add column retires_at timestamptz;

    create table api_key_calls (
      id           text collate "C" primary key,
      key_id       text collate "C" not null references api_key,
      hour         timestamptz not null,
      calls        integer not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index api_key_calls_key on api_key_calls (key_id, id);
    create index api_key_calls_hour on api_key_calls (hour);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table api_key_calls;
    alter table api_key drop column retires_at, drop column succeeded_at, drop column successor_of;
  `);
}
