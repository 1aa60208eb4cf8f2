import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_attempt add column body_digest bytea');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table webhook_attempt drop column body_digest');
}
