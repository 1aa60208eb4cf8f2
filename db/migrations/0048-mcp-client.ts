import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_client (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      name           text not null,
      redirect_uris  text[] not null,
      algorithm      text check (algorithm in ('ES256', 'EdDSA', 'RS256')),
      public_jwk     jsonb,
      thumbprint     text,
      status         text not null check (status in ('ACTIVE', 'DELETED')),
      created_by     text collate "C" not null references member,
      deleted_at     timestamptz,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      constraint mcp_client_key check
        ((public_jwk is null) = (algorithm is null) and (public_jwk is null) = (thumbprint is null)),
      constraint mcp_client_deleted check ((status = 'DELETED') = (deleted_at is not null))
    );
    create index mcp_client_workspace on mcp_client (workspace_id, id);

    alter table mcp_consent
      drop constraint mcp_consent_revoke_reason_check,
      add constraint mcp_consent_revoke_reason_check check (revoke_reason in ('REVOKED', 'NEW_PASSWORD', 'CLIENT_DELETED'));
    create index mcp_consent_client on mcp_consent (client, id) where status = 'ACTIVE';

    alter table oauth_record
      drop constraint oauth_record_kind_check,
      add constraint oauth_record_kind_check check
        (kind in ('SESSION', 'INTERACTION', 'GRANT', 'AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'ASSERTION', 'CLIENT'));
    create index oauth_record_client on oauth_record (expires_at) where kind = 'CLIENT';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index oauth_record_client;
    delete from oauth_record where kind = 'CLIENT';
    alter table oauth_record
      drop constraint oauth_record_kind_check,
      add constraint oauth_record_kind_check check
        (kind in ('SESSION', 'INTERACTION', 'GRANT', 'AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'ASSERTION'));
    drop index mcp_consent_client;
    update mcp_consent set revoke_reason = 'REVOKED' where revoke_reason = 'CLIENT_DELETED';
    alter table mcp_consent
      drop constraint mcp_consent_revoke_reason_check,
      add constraint mcp_consent_revoke_reason_check check (revoke_reason in ('REVOKED', 'NEW_PASSWORD'));
    drop table mcp_client;
  `);
}
