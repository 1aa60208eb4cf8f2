import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table credential_reference
      drop constraint credential_reference_kind_check,
      add constraint credential_reference_kind_check
        check (kind in ('API_KEY', 'BEARER', 'BASIC', 'OAUTH2_CLIENT', 'CUSTOM', 'OAUTH2_TOKENS')),
      add column bound_to text;

    create table connection (
      id                       text collate "C" primary key,
      workspace_id             text collate "C" not null references workspace,
      project_id               text collate "C" not null references project,
      connector_id             text collate "C" not null references connector,
      name                     text not null,
      base_url                 text not null,
      method                   text not null check (method in
        ('NONE', 'API_KEY', 'BEARER', 'BASIC', 'CUSTOM', 'OAUTH2_AUTHORIZATION_CODE', 'OAUTH2_CLIENT_CREDENTIALS')),
      scheme                   jsonb,
      credential_reference_id  text collate "C" references credential_reference,
      token_reference_id       text collate "C" references credential_reference,
      authorization_server     jsonb,
      oauth_parameters         jsonb not null,
      scopes                   jsonb not null,
      scopes_granted           jsonb,
      account_id               text,
      settings                 jsonb not null,
      test_capability_id       text collate "C" references capability,
      account_pointer          text,
      status                   text not null check (status in
        ('DRAFT', 'PENDING_AUTHORIZATION', 'ACTIVE', 'DEGRADED', 'ACTION_REQUIRED', 'PENDING_REAUTHORIZATION', 'DISABLED',
         'FAILED', 'EXPIRED', 'DISCONNECTING', 'DISCONNECTED')),
      problem                  text check (problem in
        ('CREDENTIAL_REFUSED', 'GRANT_REFUSED', 'CLIENT_REFUSED', 'SCOPE_REFUSED', 'ACCOUNT_CHANGED')),
      token_expires_at         timestamptz,
      refresh_due_at           timestamptz,
      refresh_lease_until      timestamptz,
      refresh_failures         integer not null default 0,
      last_ok_at               timestamptz,
      last_error_at            timestamptz,
      last_error_code          text,
      next_check_at            timestamptz,
      revocation               text check (revocation in ('PENDING', 'REVOKED', 'NOT_OFFERED', 'FAILED')),
      revoke_due_at            timestamptz,
      revoke_until             timestamptz,
      destroys_credential      boolean not null default false,
      authorized_by            text collate "C" references member,
      authorized_at            timestamptz,
      created_by               text collate "C" not null references member,
      disconnected_at          timestamptz,
      created_at               timestamptz not null,
      updated_at               timestamptz not null,
      row_version              integer not null default 1,
      constraint connection_reference check ((method = 'NONE') = (credential_reference_id is null)),
      constraint connection_ended check ((status = 'DISCONNECTED') = (disconnected_at is not null))
    );
    create unique index connection_name on connection (project_id, name) where status <> 'DISCONNECTED';
    create index connection_workspace on connection (workspace_id, id);
    create index connection_project on connection (project_id);
    create index connection_connector on connection (connector_id);
    create index connection_credential on connection (credential_reference_id) where credential_reference_id is not null;
    create index connection_token on connection (token_reference_id) where token_reference_id is not null;
    create index connection_refresh on connection (refresh_due_at) where refresh_due_at is not null;
    create index connection_check on connection (next_check_at) where next_check_at is not null;
    create index connection_revoke on connection (revoke_due_at) where revoke_due_at is not null;

    create table connection_authorization (
      id               text collate "C" primary key,
      workspace_id     text collate "C" not null references workspace,
      connection_id    text collate "C" not null references connection,
      person_id        text collate "C" not null references person,
      session_id       text collate "C" not null,
      member_id        text collate "C" not null references member,
      state_digest     bytea not null unique,
      sealed_verifier  bytea,
      redirect_uri     text not null,
      scopes           jsonb not null,
      status           text not null check (status in ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'SUPERSEDED')),
      expires_at       timestamptz not null,
      ended_at         timestamptz,
      created_at       timestamptz not null,
      updated_at       timestamptz not null,
      row_version      integer not null default 1,
      constraint connection_authorization_ended check ((status = 'PENDING') = (ended_at is null)),
      constraint connection_authorization_sealed check ((status = 'PENDING') = (sealed_verifier is not null))
    );
    create unique index connection_authorization_one on connection_authorization (connection_id) where status = 'PENDING';
    create index connection_authorization_due on connection_authorization (expires_at) where status = 'PENDING';
    create index connection_authorization_ended_at on connection_authorization (ended_at) where ended_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table connection_authorization;
    drop table connection;
    alter table credential_reference
      drop column bound_to,
      drop constraint credential_reference_kind_check,
      add constraint credential_reference_kind_check
        check (kind in ('API_KEY', 'BEARER', 'BASIC', 'OAUTH2_CLIENT', 'CUSTOM'));
  `);
}
