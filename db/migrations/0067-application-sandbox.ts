import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table application_sandbox (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      application_id  text collate "C" not null unique references application,
      seed            text not null,
      time            timestamptz,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1
    );
    create index application_sandbox_workspace on application_sandbox (workspace_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table application_sandbox');
}
