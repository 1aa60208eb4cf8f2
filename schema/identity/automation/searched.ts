import { searchable } from '../../kernel/searched.ts';

// The same rule as in `presentAutomations`.
searchable({
  type: 'automation',
  needs: 'members:read',
  title: 'name',
  where: '(select member.role from member where member.id = automation.member_id)',
  texts: ['name'],
  present: `not exists (
    select 1 from member where member.id = automation.member_id and member.status = 'REMOVED')`,
});
