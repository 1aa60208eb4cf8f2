import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table application (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      name            text not null,
      description     text not null,
      status          text not null check (status in ('ACTIVE', 'SUSPENDED', 'DELETED')),
      created_by      text collate "C" not null references member,
      suspended_at    timestamptz,
      suspend_reason  text,
      deleted_at      timestamptz,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1
    );
    create index application_workspace on application (workspace_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table application;');
}
