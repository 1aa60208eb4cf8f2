import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table credential_reference add column parts jsonb;
    alter table connection add column schemes jsonb;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connection drop column schemes;
    alter table credential_reference drop column parts;
  `);
}
