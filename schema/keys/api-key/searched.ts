import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'api_key',
  needs: 'api_keys:read',
  title: 'name',
  where: '(select application.name from application where application.id = api_key.application_id)',
  texts: ['name', 'prefix', 'last_four'],
});
