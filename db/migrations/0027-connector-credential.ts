import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector
      add column credential_reference_id text collate "C" references credential_reference,
      add constraint connector_credential check (credential_reference_id is null or source_url is not null);
    create index connector_credential_reference on connector (credential_reference_id)
      where credential_reference_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table connector drop column credential_reference_id');
}
