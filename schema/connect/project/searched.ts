import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'project',
  needs: 'projects:read',
  title: 'name',
  where: 'status',
  texts: ['name'],
  listed: "status = 'ACTIVE'",
});
