import type { Knex } from 'knex';

// With which credential an automation asked before this is not known, and nothing follows from its revocation.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_request add column credential_id text collate "C" references automation_credential;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table approval_request drop column credential_id');
}
