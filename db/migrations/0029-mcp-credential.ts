import type { Knex } from 'knex';

// Rows of mcp_credential_person are only added. They are deleted only with their workspace.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mcp_credential (
      id                  text collate "C" primary key,
      workspace_id        text collate "C" not null references workspace,
      name                text not null,
      holder_id           text collate "C" not null references member,
      holder_activations  integer not null,
      kind                text not null check (kind in ('SECRET', 'PUBLIC_KEY')),
      status              text not null check (status in ('ACTIVE', 'REVOKED')),
      version             integer not null,
      digest              bytea unique,
      prefix              text unique,
      last_four           text,
      algorithm           text check (algorithm in ('ES256', 'EdDSA', 'RS256')),
      public_jwk          jsonb,
      thumbprint          text,
      expires_on          date not null,
      last_used_at        timestamptz,
      created_by          text collate "C" not null references member,
      issued_by           text collate "C" not null references member,
      issued_activations  integer not null,
      rotated_at          timestamptz,
      revoked_at          timestamptz,
      revoke_reason       text,
      created_at          timestamptz not null,
      updated_at          timestamptz not null,
      row_version         integer not null default 1,
      constraint mcp_credential_secret check ((kind = 'SECRET') = (digest is not null and prefix is not null)),
      constraint mcp_credential_key check ((kind = 'PUBLIC_KEY') = (public_jwk is not null and algorithm is not null)),
      constraint mcp_credential_revoked check ((status = 'REVOKED') = (revoked_at is not null))
    );
    create index mcp_credential_workspace on mcp_credential (workspace_id, id);
    create index mcp_credential_holder on mcp_credential (holder_id) where status = 'ACTIVE';

    create table mcp_credential_person (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      credential_id  text collate "C" not null references mcp_credential,
      person_id      text collate "C" not null references person,
      part           text not null check (part in ('CREATED', 'HELD', 'ISSUED', 'CONSENTED')),
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (credential_id, person_id, part)
    );
    create index mcp_credential_person_workspace on mcp_credential_person (workspace_id, id);
    create function mcp_credential_person_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'Who is behind an MCP credential stays behind it.' using errcode = 'restrict_violation';
    end $$;
    create trigger mcp_credential_person_no_change before update on mcp_credential_person
      for each row execute function mcp_credential_person_stays();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table mcp_credential_person, mcp_credential;
    drop function mcp_credential_person_stays;
  `);
}
