import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table key_use_writer (
      id           text collate "C" primary key,
      flush        integer not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index key_use_writer_age on key_use_writer (updated_at);

    create table workspace_key (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      version       integer not null,
      sealed_key    bytea,
      destroyed_at  timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (workspace_id, version)
    );

    alter table workspace drop constraint workspace_status_check;
    alter table workspace add constraint workspace_status_check
      check (status in ('ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED'));
    alter table workspace add column deleting_since timestamptz;
    alter table workspace add column shreds_at timestamptz;
    alter table workspace add column restores integer not null default 0;
    create index workspace_shreds_at on workspace (shreds_at) where status = 'DELETING';

    alter table approval_request drop constraint approval_request_kind_check;
    alter table approval_request add constraint approval_request_kind_check
      check (kind in ('PRODUCTION_ACCESS', 'WORKSPACE_DELETE'));

    alter table api_key add column workspace_restores integer;
    update api_key set workspace_restores = 0 where environment = 'LIVE';

    alter table idempotency alter column answer drop not null;
    alter table idempotency add column workspace_id text collate "C" references workspace;
    alter table idempotency add column sealed_answer bytea;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from idempotency where answer is null;
    alter table idempotency drop column sealed_answer, drop column workspace_id;
    alter table idempotency alter column answer set not null;

    alter table api_key drop column workspace_restores;

    delete from approval_decision where request_id in (select id from approval_request where kind = 'WORKSPACE_DELETE');
    delete from approval_request where kind = 'WORKSPACE_DELETE';
    alter table approval_request drop constraint approval_request_kind_check;
    alter table approval_request add constraint approval_request_kind_check check (kind in ('PRODUCTION_ACCESS'));

    update workspace set status = 'DELETING' where status = 'DELETED';
    alter table workspace drop constraint workspace_status_check;
    alter table workspace add constraint workspace_status_check check (status in ('ACTIVE', 'SUSPENDED', 'DELETING'));
    alter table workspace drop column restores, drop column shreds_at, drop column deleting_since;

    drop table workspace_key;
    drop table key_use_writer;
  `);
}
