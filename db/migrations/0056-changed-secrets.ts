import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connection
      add column secret_changes integer not null default 0,
      add column account_seen_after integer not null default 0,
      add column secret_changed_at timestamptz,
      add column secret_changed_by text collate "C" references member;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connection
      drop column secret_changed_by, drop column secret_changed_at,
      drop column account_seen_after, drop column secret_changes;
  `);
}
