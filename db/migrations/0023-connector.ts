import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connector (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      name           text not null,
      description    text not null,
      source         text not null check (source in ('OPENAPI', 'MCP')),
      source_url     text,
      status         text not null check (status in ('IMPORTING', 'READY', 'FAILED', 'DELETED')),
      api_title      text,
      api_version    text,
      servers        jsonb not null,
      schemes        jsonb not null,
      imported_at    timestamptz,
      latest_import  text collate "C" not null,
      created_by     text collate "C" not null references member,
      deleted_at     timestamptz,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1
    );
    create unique index connector_name on connector (workspace_id, name) where status <> 'DELETED';
    create index connector_workspace on connector (workspace_id, id);

    create table connector_import (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      connector_id   text collate "C" not null references connector,
      status         text not null check (status in ('WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED')),
      source_url     text,
      document       bytea,
      attempts       integer not null default 0,
      due_at         timestamptz,
      added          integer not null default 0,
      changed        integer not null default 0,
      unchanged      integer not null default 0,
      removed        integer not null default 0,
      operations     integer,
      finding_count  integer not null default 0,
      findings       jsonb not null,
      failure_code   text,
      failure        text,
      requested_by   text collate "C" not null references member,
      started_at     timestamptz,
      ended_at       timestamptz,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      constraint connector_import_source check (
        case when status in ('WAITING', 'RUNNING') then (source_url is null) <> (document is null) else document is null end
      ),
      constraint connector_import_ended check (
        (ended_at is not null) = (status in ('SUCCEEDED', 'FAILED')) and (ended_at is null) = (due_at is not null)
      )
    );
    create unique index connector_import_one on connector_import (connector_id) where status in ('WAITING', 'RUNNING');
    create index connector_import_connector on connector_import (connector_id, id);
    alter table connector add foreign key (latest_import) references connector_import deferrable initially deferred;
    create index connector_import_due on connector_import (due_at) where due_at is not null;

    create table capability (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      connector_id   text collate "C" not null references connector,
      key            text not null,
      title          text not null,
      description    text not null,
      mode           text not null check (mode in ('read', 'write')),
      request        jsonb not null,
      input_schema   jsonb not null,
      output_schema  jsonb,
      digest         bytea not null,
      search         text not null,
      import_id      text collate "C" not null references connector_import,
      drifted_at     timestamptz,
      removed_at     timestamptz,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (connector_id, key)
    );
    create index capability_connector on capability (connector_id, id);
    create index capability_workspace on capability (workspace_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table capability;
    drop table connector, connector_import;
  `);
}
