import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'application',
  needs: 'applications:read',
  title: 'name',
  where: 'status',
  texts: ['name'],
  listed: "status <> 'DELETED'",
});
