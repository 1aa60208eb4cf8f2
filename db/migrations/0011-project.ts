import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table project (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      name          text not null,
      description   text not null,
      status        text not null check (status in ('ACTIVE', 'DELETED')),
      created_by    text collate "C" not null references member,
      deleted_at    timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create unique index project_name on project (workspace_id, name) where status = 'ACTIVE';
    create index project_workspace on project (workspace_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table project;');
}
