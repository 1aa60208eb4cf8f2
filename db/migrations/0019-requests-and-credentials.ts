import type { Knex } from 'knex';

// For earlier requests of automations the credential is unknown, so its revocation does not affect them.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_request add column credential_id text collate "C" references automation_credential;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table approval_request drop column credential_id');
}
