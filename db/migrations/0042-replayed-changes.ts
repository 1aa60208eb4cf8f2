import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table idempotency add column changes jsonb not null default '[]';`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table idempotency drop column changes;');
}
