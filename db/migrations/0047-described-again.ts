import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector
      add column document_version jsonb,
      add column failed_imports integer not null default 0,
      add column failed_at timestamptz;
    alter table connector_import add column is_own boolean not null default false;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector_import drop column is_own;
    alter table connector drop column failed_at, drop column failed_imports, drop column document_version;
  `);
}
