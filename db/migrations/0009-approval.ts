import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table approval_request (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      kind            text not null check (kind in ('PRODUCTION_ACCESS')),
      subject_type    text not null,
      subject_id      text collate "C" not null,
      subject_digest  bytea not null,
      command         jsonb not null,
      summary         text not null,
      requested_by    text collate "C" not null references member,
      persons         text[] not null,
      quorum          integer not null,
      status          text not null check (status in (
                        'PENDING', 'APPROVED', 'EXECUTING', 'EXECUTED', 'FAILED', 'OUTCOME_UNKNOWN', 'REJECTED',
                        'CANCELLED', 'EXPIRED', 'SUPERSEDED')),
      expires_at      timestamptz not null,
      ended_at        timestamptz,
      outcome         text,
      token_digest    bytea,
      executing_until timestamptz,
      stranded_at     timestamptz,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1
    );
    create index approval_request_workspace on approval_request (workspace_id, id);
    create index approval_request_subject on approval_request (subject_id, id);
    create index approval_request_at_work on approval_request (status, id)
      where status in ('PENDING', 'APPROVED', 'EXECUTING');
    create unique index approval_request_pending on approval_request (kind, subject_id) where status = 'PENDING';

    create table approval_decision (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      request_id    text collate "C" not null references approval_request,
      member_id     text collate "C" not null references member,
      person_id     text collate "C" not null references person,
      verdict       text not null check (verdict in ('APPROVE', 'REJECT', 'REQUEST_CHANGES')),
      comment       text,
      digest_seen   bytea not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (request_id, person_id)
    );

    create table production_access (
      id                    text collate "C" primary key,
      workspace_id          text collate "C" not null references workspace,
      application_id        text collate "C" not null unique references application,
      status                text not null check (status in (
                              'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED',
                              'SUSPENDED', 'REVOKED')),
      revision              integer not null,
      use_case              text not null,
      data_categories       text[] not null,
      expected_volume       text not null,
      security_contact      text not null,
      requested_products    text[] not null,
      evidence_receipt_ids  text[] not null,
      requested_by          text collate "C" not null references member,
      approval_request_id   text collate "C" references approval_request,
      submitted_at          timestamptz not null,
      decided_at            timestamptz,
      grants                integer not null default 0,
      live_grant            integer,
      reason                text,
      created_at            timestamptz not null,
      updated_at            timestamptz not null,
      row_version           integer not null default 1
    );

    alter table application add column restores integer not null default 0;
    alter table api_key add column live_grant integer;
    alter table api_key add column restores integer;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key drop column restores, drop column live_grant;
    alter table application drop column restores;
    drop table production_access; drop table approval_decision; drop table approval_request;
  `);
}
