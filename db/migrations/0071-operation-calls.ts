import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table operation_calls (
      id             text collate "C" primary key,
      assignment_id  text collate "C" not null references product_assignment,
      operation_id   text not null,
      day            timestamptz not null,
      writer         text not null,
      calls          bigint not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1
    );
    create index operation_calls_assignment on operation_calls (assignment_id, day);
    create index operation_calls_day on operation_calls (day);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table operation_calls');
}
