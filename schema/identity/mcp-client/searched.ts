import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'mcp_client',
  needs: 'mcp_clients:read',
  title: 'name',
  where: 'status',
  texts: ['name'],
  listed: "status = 'ACTIVE'",
});
