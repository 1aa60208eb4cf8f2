import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'mcp_credential',
  needs: 'mcp_credentials:read',
  title: 'name',
  where: 'status',
  texts: ['name', 'prefix', 'last_four'],
});
