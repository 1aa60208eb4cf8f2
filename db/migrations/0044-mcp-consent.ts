import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_consent (
      id                  text collate "C" primary key,
      workspace_id        text collate "C" not null references workspace,
      credential_id       text collate "C" not null references mcp_credential,
      credential_version  integer not null,
      member_id           text collate "C" not null references member,
      person_id           text collate "C" not null references person,
      client              text collate "C" not null,
      client_name         text not null,
      resource            text collate "C" not null,
      scopes              text[] not null check (scopes <@ array['mcp:read', 'mcp:request'] and cardinality(scopes) > 0),
      status              text not null check (status in ('ACTIVE', 'REVOKED')),
      last_used_at        timestamptz,
      revoked_at          timestamptz,
      revoke_reason       text check (revoke_reason in ('REVOKED', 'NEW_PASSWORD')),
      created_at          timestamptz not null,
      updated_at          timestamptz not null,
      row_version         integer not null default 1,
      constraint mcp_consent_revoked check
        ((status = 'REVOKED') = (revoked_at is not null) and (revoked_at is null) = (revoke_reason is null))
    );
    create index mcp_consent_workspace on mcp_consent (workspace_id, id);
    create index mcp_consent_person on mcp_consent (person_id, id) where status = 'ACTIVE';
    create unique index mcp_consent_once on mcp_consent (credential_id, person_id, client, resource) where status = 'ACTIVE';

    alter table oauth_record
      add column consent_id text collate "C" references mcp_consent,
      add column predecessor_id text collate "C",
      add column superseded_at timestamptz,
      drop constraint oauth_record_kind_check,
      add constraint oauth_record_kind_check check
        (kind in ('SESSION', 'INTERACTION', 'GRANT', 'AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'ASSERTION'));
    create index oauth_record_consent on oauth_record (consent_id) where consent_id is not null;
    create index oauth_record_predecessor on oauth_record (predecessor_id) where predecessor_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from oauth_record where kind = 'REFRESH_TOKEN';
    alter table oauth_record
      drop column consent_id,
      drop column predecessor_id,
      drop column superseded_at,
      drop constraint oauth_record_kind_check,
      add constraint oauth_record_kind_check check
        (kind in ('SESSION', 'INTERACTION', 'GRANT', 'AUTHORIZATION_CODE', 'ASSERTION'));
    drop table mcp_consent;
  `);
}
