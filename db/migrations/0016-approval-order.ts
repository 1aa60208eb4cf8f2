import type { Knex } from 'knex';

/**
 * The workspace's event positions decide what is older than a request, not the clocks of instances. For
 * existing rows they come from the audit log, where each success has one event. Unknown rows get the safe
 * value: such a member decides no pending request, and such a request must be requested again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table member add column active_position bigint, add column role_position bigint;
    alter table approval_request add column opened_position bigint, add column reminded_at timestamptz;

    with told as (
      select targets -> 0 ->> 'id' as id, action, position
      from (select targets, action, count(*) over (partition by chain order by seq) as position
            from audit_entry where outcome = 'SUCCESS') entry
      where action in ('member.joined', 'member.reactivated', 'member.role_changed', 'approval.requested')
    ), began as (
      select member.id, max(event_position) as present, max(position) as role,
        max(position) filter (where action <> 'member.role_changed') as active
      from member left join told on told.id = member.id left join audit_head on chain = member.workspace_id
      group by member.id
    ), members as (
      update member set
        active_position = coalesce(began.active, began.present, 0),
        role_position = coalesce(began.role, began.present, 0)
      from began where began.id = member.id
    )
    update approval_request set
      opened_position = coalesce((select position from told where told.id = approval_request.id), 0);

    alter table member alter column active_position set not null, alter column role_position set not null;
    alter table approval_request alter column opened_position set not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_request drop column reminded_at, drop column opened_position;
    alter table member drop column role_position, drop column active_position;
  `);
}
