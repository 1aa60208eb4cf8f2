import type { Knex } from 'knex';

// Rows of automation_person are only added. No trigger forbids deletion, which happens with their workspace.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table member alter column person_id drop not null;
    alter table member add column activations integer not null default 1;
    alter table member add constraint member_of_a_person check ((kind = 'HUMAN') = (person_id is not null));
    alter table member add constraint member_owner_is_human check (kind = 'HUMAN' or role <> 'OWNER');

    create table automation (
      id                 text collate "C" primary key,
      workspace_id       text collate "C" not null references workspace,
      member_id          text collate "C" not null unique references member,
      name               text not null,
      description        text not null,
      status             text not null check (status in ('ACTIVE', 'SUSPENDED')),
      owner_id           text collate "C" not null references member,
      owner_activations  integer not null,
      orphaned_at        timestamptz,
      offered_to         text collate "C" references member,
      offered_at         timestamptz,
      created_by         text collate "C" not null references member,
      created_at         timestamptz not null,
      updated_at         timestamptz not null,
      row_version        integer not null default 1
    );
    create index automation_workspace on automation (workspace_id, id);
    create index automation_active on automation (owner_id) where status = 'ACTIVE';

    create table automation_person (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      automation_id  text collate "C" not null references automation,
      person_id      text collate "C" not null references person,
      part           text not null check (part in ('CREATED', 'OWNED', 'ISSUED')),
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (automation_id, person_id, part)
    );
    create function automation_person_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'Who is behind an automation stays behind it.' using errcode = 'restrict_violation';
    end $$;
    create trigger automation_person_no_change before update on automation_person
      for each row execute function automation_person_stays();

    create table automation_credential (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      automation_id  text collate "C" not null references automation,
      kind           text not null check (kind in ('SECRET', 'PUBLIC_KEY')),
      name           text not null,
      status         text not null check (status in ('ACTIVE', 'REVOKED')),
      version        integer not null,
      digest         bytea unique,
      prefix         text unique,
      last_four      text,
      algorithm      text check (algorithm in ('ES256', 'EdDSA', 'RS256')),
      public_jwk     jsonb,
      thumbprint     text,
      expires_on     date,
      last_used_at   timestamptz,
      created_by     text collate "C" not null references member,
      rotated_at     timestamptz,
      revoked_at     timestamptz,
      revoke_reason  text,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      constraint automation_credential_secret check ((kind = 'SECRET') = (digest is not null and prefix is not null)),
      constraint automation_credential_key check ((kind = 'PUBLIC_KEY') = (public_jwk is not null and algorithm is not null))
    );
    create index automation_credential_automation on automation_credential (automation_id, id);

    create table automation_assertion (
      id             text collate "C" primary key,
      credential_id  text collate "C" not null references automation_credential,
      digest         bytea not null unique,
      expires_at     timestamptz not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1
    );
    create index automation_assertion_expires on automation_assertion (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table automation_assertion;
    drop table automation_credential;
    drop table automation_person;
    drop function automation_person_stays;
    drop table automation;
    alter table member drop constraint member_owner_is_human;
    alter table member drop constraint member_of_a_person;
    alter table member drop column activations;
    alter table member alter column person_id set not null;
  `);
}
