import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table operation_calls add column unfit_answers bigint not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table operation_calls drop column unfit_answers');
}
