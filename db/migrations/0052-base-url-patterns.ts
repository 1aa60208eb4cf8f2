import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector
      add column base_url_patterns jsonb not null default '[]',
      add column base_url_proposals jsonb not null default '[]';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table connector drop column base_url_proposals, drop column base_url_patterns');
}
