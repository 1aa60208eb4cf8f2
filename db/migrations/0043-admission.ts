import type { Knex } from 'knex';

// For existing members, admissions come from their rows and the audit log, if these have any.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admission (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      member_id     text collate "C" not null references member,
      admitted_by   text collate "C" not null references member,
      kind          text not null check (kind in ('INVITED', 'ADDED', 'RAISED', 'REACTIVATED')),
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (member_id, admitted_by, kind)
    );
    create index admission_admitted_by on admission (admitted_by);

    alter table workspace add column requires_independent_approvers boolean not null default false;
    alter table approval_decision add column is_independent boolean not null default true;
    alter table invitation add column invited_first_by text collate "C" references member;

    update invitation set invited_first_by = entry.actor ->> 'id'
    from audit_entry as entry
    where entry.chain = invitation.workspace_id and entry.action = 'invitation.created' and entry.outcome = 'SUCCESS'
      and entry.targets -> 0 ->> 'id' = invitation.id
      and exists (select from member where member.id = entry.actor ->> 'id');

    create temporary table told on commit drop as
      select entry.chain, entry.seq, entry.at, entry.action, entry.actor ->> 'id' as by,
        entry.targets -> 0 ->> 'id' as member_id,
        entry.changes -> 'role' ->> 0 as role_before, entry.changes -> 'role' ->> 1 as role_after
      from workspace join audit_entry as entry on entry.chain = workspace.id
      where entry.action in ('member.role_changed', 'member.reactivated') and entry.outcome = 'SUCCESS';

    insert into admission (id, workspace_id, member_id, admitted_by, kind, created_at, updated_at)
    select 'adm_0' || substr(md5(member.id || admitted.by || admitted.kind), 1, 25),
      member.workspace_id, member.id, admitted.by, admitted.kind, min(admitted.at), max(admitted.at)
    from member
    join (
      select member.id as member_id, added_by as by, joined_at as at,
        case when invitation.id is null then 'ADDED' else 'INVITED' end as kind
      from member left join invitation on invitation.member_id = member.id
      where added_by is not null and kind = 'HUMAN'
      union all
      select member_id, invited_first_by, ended_at, 'INVITED'
      from invitation
      where member_id is not null and invited_first_by is not null
      union all
      select member_id, by, at, 'REACTIVATED' from told where action = 'member.reactivated'
      union all
      select member_id, by, at, 'RAISED'
      from told
      where action = 'member.role_changed'
        and role_after in ('OWNER', 'ADMIN', 'APPROVER')
        and (role_before not in ('OWNER', 'ADMIN', 'APPROVER') or (role_before = 'APPROVER' and role_after <> 'APPROVER'))
    ) as admitted on admitted.member_id = member.id
    where admitted.by <> member.id and exists (select from member as admitter where admitter.id = admitted.by)
    group by member.id, member.workspace_id, admitted.by, admitted.kind;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invitation drop column invited_first_by;
    alter table approval_decision drop column is_independent;
    alter table workspace drop column requires_independent_approvers;
    drop table admission;
  `);
}
