import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'connector',
  needs: 'connections:read',
  title: 'name',
  where: 'status',
  texts: ['name', 'api_title'],
  listed: "status <> 'DELETED'",
});

searchable({
  type: 'capability',
  needs: 'connections:read',
  title: 'title',
  where: '(select connector.name from connector where connector.id = capability.connector_id)',
  texts: ['title', 'key'],
  listed: `removed_at is null and connector_id in (
    select connector.id from connector where connector.workspace_id = :workspaceId and connector.status <> 'DELETED')`,
});
