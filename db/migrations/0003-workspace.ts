import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table workspace (
      id           text collate "C" primary key,
      name         text not null,
      slug         text not null unique,
      status       text not null check (status in ('ACTIVE', 'SUSPENDED', 'DELETING')),
      created_by   text collate "C" not null references person,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );

    create table member (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      person_id     text collate "C" not null references person,
      kind          text not null check (kind in ('HUMAN', 'AUTOMATION')),
      role          text not null check (role in (
                      'OWNER', 'ADMIN', 'DEVELOPER', 'APPROVER', 'SECURITY_ADMINISTRATOR', 'DOCUMENTATION_EDITOR',
                      'BILLING_ADMINISTRATOR', 'ANALYST', 'SUPPORT', 'COMPLIANCE_REVIEWER', 'VIEWER')),
      role_since    timestamptz not null,
      status        text not null check (status in ('ACTIVE', 'SUSPENDED', 'REMOVED')),
      active_since  timestamptz not null,
      joined_at     timestamptz not null,
      added_by      text collate "C" references member,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create unique index member_one_per_person on member (workspace_id, person_id) where status <> 'REMOVED';
    create index member_person on member (person_id, joined_at, id) where status = 'ACTIVE';
    create index member_workspace on member (workspace_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table member; drop table workspace;');
}
