import type { Knex } from 'knex';

// Keys that expired before the last recorded change get no notice.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unique index approval_request_revision on approval_request (subject_id, ((command ->> 'revision')::integer))
      where kind = 'PRODUCTION_ACCESS';

    alter table production_access drop constraint production_access_status_check;
    alter table production_access add constraint production_access_status_check check (status in (
      'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'REVIEW_OVERDUE', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUSPENDED',
      'REVOKED'));
    alter table production_access add column approved_at timestamptz;
    alter table production_access add column review_by timestamptz;
    alter table production_access add column review_notice_at timestamptz;
    update production_access set approved_at = (
      select max(ended_at) from approval_request
      where kind = 'PRODUCTION_ACCESS' and status = 'EXECUTED' and subject_id = production_access.application_id);
    update production_access set review_by = approved_at + interval '8760 hours' where status = 'APPROVED';
    update production_access set review_notice_at = review_by - interval '720 hours' where status = 'APPROVED';
    create index production_access_review_notice on production_access (review_notice_at)
      where review_notice_at is not null;

    alter table api_key_use add column last_used_from text;

    alter table api_key add column expiry_notice_at timestamptz;
    update api_key set expiry_notice_at = ((expires_on + 1)::timestamp at time zone 'UTC') - interval '720 hours'
      where status = 'ACTIVE'
        and (expires_on + 1)::timestamp at time zone 'UTC' > (select max(moved_at) from audit_head);
    create index api_key_expiry_notice on api_key (expiry_notice_at)
      where status = 'ACTIVE' and expiry_notice_at is not null;

    alter table api_key add column drain_check_at timestamptz;
    alter table api_key add column drained_at timestamptz;
    update api_key set drain_check_at = succeeded_at
      where status = 'ACTIVE' and retires_at > (select max(moved_at) from audit_head);
    create index api_key_drain_check on api_key (drain_check_at)
      where status = 'ACTIVE' and drain_check_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_key drop column drained_at, drop column drain_check_at, drop column expiry_notice_at;
    alter table api_key_use drop column last_used_from;

    alter table production_access drop column review_notice_at, drop column review_by, drop column approved_at;
    update production_access set status = 'APPROVED' where status = 'REVIEW_OVERDUE';
    alter table production_access drop constraint production_access_status_check;
    alter table production_access add constraint production_access_status_check check (status in (
      'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUSPENDED', 'REVOKED'));

    drop index approval_request_revision;
  `);
}
