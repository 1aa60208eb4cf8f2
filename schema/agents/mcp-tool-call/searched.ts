import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'mcp_tool_call',
  needs: 'tool_calls:read',
  title: '(select capability.title from capability where capability.id = mcp_tool_call.capability_id)',
  where:
    '(select mcp_credential.name from mcp_credential where mcp_credential.id = mcp_tool_call.credential_id)',
  texts: [],
});
