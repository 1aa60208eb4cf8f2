import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'mcp_server',
  needs: 'mcp_servers:read',
  title: 'name',
  where: '(select project.name from project where project.id = mcp_server.project_id)',
  texts: ['name'],
  listed: "status = 'ACTIVE'",
});
