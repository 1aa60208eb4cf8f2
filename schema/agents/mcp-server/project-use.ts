import { McpServer } from '../../../db/models/mcp-server.ts';
import { projectUses } from '../../connect/project/uses.ts';

projectUses.register(async (tx, projectId) => {
  const rows = McpServer.inWorkspace(tx).where({ projectId }).whereNot({ status: 'RETIRED' });
  return { count: await rows.resultSize(), noun: 'MCP server', verb: 'retire' };
});
