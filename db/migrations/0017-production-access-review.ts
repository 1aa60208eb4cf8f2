import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unique index approval_request_revision on approval_request (subject_id, ((command ->> 'revision')::integer))
      where kind = 'PRODUCTION_ACCESS';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index approval_request_revision;
  `);
}
