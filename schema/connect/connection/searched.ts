import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'connection',
  needs: 'connections:read',
  title: 'name',
  where: '(select connector.name from connector where connector.id = connection.connector_id)',
  texts: ['name', 'account_id'],
  listed: "status <> 'DISCONNECTED'",
});
