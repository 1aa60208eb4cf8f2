import { searchable } from '../../kernel/searched.ts';

const tool = '(select capability.title from capability where capability.id = mcp_grant.capability_id)';
const agent =
  '(select mcp_credential.name from mcp_credential where mcp_credential.id = mcp_grant.credential_id)';

searchable({
  type: 'mcp_grant',
  needs: 'mcp_grants:read',
  title: tool,
  where: agent,
  texts: [tool, agent],
});
