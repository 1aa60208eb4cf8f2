import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail (
      id            text collate "C" primary key,
      sealed        bytea,
      status        text not null check (status in ('QUEUED', 'SENT', 'GIVEN_UP')),
      attempts      integer not null,
      due_at        timestamptz not null,
      useful_until  timestamptz,
      ended_at      timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create index mail_due on mail (due_at) where status = 'QUEUED';
    create index mail_ended on mail (ended_at) where ended_at is not null;

    create table invitation (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      email         text not null,
      email_key     text not null,
      role          text not null check (role in (
                      'OWNER', 'ADMIN', 'DEVELOPER', 'APPROVER', 'SECURITY_ADMINISTRATOR', 'DOCUMENTATION_EDITOR',
                      'BILLING_ADMINISTRATOR', 'ANALYST', 'SUPPORT', 'COMPLIANCE_REVIEWER', 'VIEWER')),
      status        text not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED')),
      digest        bytea not null unique,
      invited_by    text collate "C" not null references member,
      member_id     text collate "C" references member,
      sent_at       timestamptz not null,
      resends       integer not null,
      expires_at    timestamptz not null,
      ended_at      timestamptz,
      reason        text,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create unique index invitation_pending on invitation (workspace_id, email_key) where status = 'PENDING';
    create index invitation_workspace on invitation (workspace_id, id);
    create index invitation_expiry on invitation (expires_at) where status = 'PENDING';

    create table mailed_token (
      id           text collate "C" primary key,
      person_id    text collate "C" not null references person,
      purpose      text not null check (purpose in ('EMAIL_VERIFICATION', 'PASSWORD_RESET')),
      digest       bytea not null unique,
      expires_at   timestamptz not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1,
      unique (person_id, purpose)
    );
    create index mailed_token_expiry on mailed_token (expires_at);

    create table password_reset_request (
      id           text collate "C" primary key,
      sealed       bytea not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );
    create index password_reset_request_age on password_reset_request (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table password_reset_request; drop table mailed_token; drop table invitation; drop table mail;',
  );
}
