import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table vault (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      name          text not null,
      driver        text not null check (driver in ('KEY_VALUE')),
      address       text not null,
      mount         text not null,
      namespace     text,
      status        text not null check (status in ('ACTIVE', 'DELETED')),
      sealed_token  bytea,
      created_by    text collate "C" not null references member,
      deleted_at    timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      constraint vault_deleted check ((status = 'ACTIVE') = (sealed_token is not null))
    );
    create unique index vault_name on vault (workspace_id, name) where status = 'ACTIVE';
    create index vault_workspace on vault (workspace_id, id);

    create table credential_reference (
      id               text collate "C" primary key,
      workspace_id     text collate "C" not null references workspace,
      project_id       text collate "C" not null references project,
      provider         text not null,
      kind             text not null check (kind in ('API_KEY', 'BEARER', 'BASIC', 'OAUTH2_CLIENT', 'CUSTOM')),
      vault_id         text collate "C" references vault,
      external_name    text,
      external_fields  jsonb,
      status           text not null check (status in ('ACTIVE', 'DESTROYED')),
      version          integer not null,
      fingerprint      text not null,
      expires_at       timestamptz,
      notice_at        timestamptz,
      last_rotated_at  timestamptz not null,
      created_by       text collate "C" not null references member,
      destroyed_at     timestamptz,
      created_at       timestamptz not null,
      updated_at       timestamptz not null,
      row_version      integer not null default 1,
      constraint credential_reference_external check ((vault_id is null) = (external_name is null))
    );
    create index credential_reference_workspace on credential_reference (workspace_id, id);
    create index credential_reference_project on credential_reference (project_id);
    create index credential_reference_vault on credential_reference (vault_id) where vault_id is not null;
    create index credential_reference_notice on credential_reference (notice_at) where notice_at is not null;

    create table credential_version (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      reference_id   text collate "C" not null references credential_reference,
      version        integer not null,
      status         text not null check (status in ('ACTIVE', 'DESTROYED')),
      fingerprint    text not null,
      sealed_key     bytea,
      sealed_secret  bytea,
      created_by     text collate "C" not null references member,
      destroyed_at   timestamptz,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (reference_id, version),
      constraint credential_version_destroyed check (
        (status = 'ACTIVE') = (sealed_key is not null) and (status = 'ACTIVE') = (sealed_secret is not null)
      )
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table credential_version;
    drop table credential_reference;
    drop table vault;
  `);
}
