import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connection
      add column refused_in_row integer not null default 0,
      add column token_issued_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table connection drop column token_issued_at, drop column refused_in_row;');
}
