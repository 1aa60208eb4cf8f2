import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sandbox_object (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      application_id  text collate "C" not null references application,
      collection      text collate "C" not null,
      name            text collate "C" not null,
      sealed          bytea not null,
      bytes           integer not null,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1
    );
    create unique index sandbox_object_name on sandbox_object (application_id, collection, name);
    create index sandbox_object_application on sandbox_object (application_id, id);
    create index sandbox_object_workspace on sandbox_object (workspace_id, id);
    create index sandbox_object_created_at on sandbox_object (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sandbox_object');
}
