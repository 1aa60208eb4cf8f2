import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_calls (
      id             text collate "C" primary key,
      assignment_id  text collate "C" not null references product_assignment,
      ends_at        timestamptz not null,
      writer         text not null,
      calls          bigint not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1
    );
    create index product_calls_assignment on product_calls (assignment_id, ends_at);
    create index product_calls_ends_at on product_calls (ends_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table product_calls');
}
