import type { Knex } from 'knex';

// The audit log has the last issuer of each credential, but not the issuer's activations at that time, so the
// current number is used. An offer whose author is unknown must be repeated.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table automation_credential add column issued_by text collate "C" references member;
    alter table automation_credential add column issued_activations integer;
    update automation_credential credential set issued_by = coalesce((
      select member.id from audit_entry entry join member on member.id = entry.actor->>'id'
      where entry.chain = credential.workspace_id and entry.outcome = 'SUCCESS'
        and entry.action in ('member.automation.credential_created', 'member.automation.credential_rotated')
        and entry.targets->0->>'id' = credential.id
      order by entry.seq desc limit 1), created_by);
    update automation_credential credential set issued_activations = member.activations
      from member where member.id = credential.issued_by;
    alter table automation_credential alter column issued_by set not null;
    alter table automation_credential alter column issued_activations set not null;

    alter table automation add column offered_by text collate "C" references member;
    update automation set offered_by = (
      select member.id from audit_entry entry join member on member.id = entry.actor->>'id'
      where entry.chain = automation.workspace_id and entry.outcome = 'SUCCESS'
        and entry.action = 'member.automation.offered' and entry.targets->0->>'id' = automation.id
      order by entry.seq desc limit 1)
    where offered_to is not null;
    update automation set offered_to = null, offered_at = null where offered_by is null;
    alter table automation add constraint automation_offer check ((offered_to is null) = (offered_by is null));

    alter table person add column reclaimed_at timestamptz;
    alter table member drop constraint member_status_check;
    alter table member add constraint member_status_check
      check (status in ('ACTIVE', 'UNCONFIRMED', 'SUSPENDED', 'REMOVED'));
    create index member_unconfirmed on member (person_id) where status = 'UNCONFIRMED';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index member_unconfirmed;
    update member set status = 'SUSPENDED' where status = 'UNCONFIRMED';
    alter table member drop constraint member_status_check;
    alter table member add constraint member_status_check check (status in ('ACTIVE', 'SUSPENDED', 'REMOVED'));
    alter table person drop column reclaimed_at;

    alter table automation drop constraint automation_offer, drop column offered_by;
    alter table automation_credential drop column issued_activations, drop column issued_by;
  `);
}
