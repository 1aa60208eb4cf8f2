import type { McpClientStatus } from '../../../db/models/mcp-client.ts';
import { machine } from '../../values/machine.ts';

export const clientMoves = machine<McpClientStatus, 'update' | 'delete'>(
  'MCP client',
  { commands: { update: 'updated', delete: 'deleted' } },
  { ACTIVE: { update: 'ACTIVE', delete: 'DELETED' }, DELETED: {} },
);

/** How many a workspace may have that are not deleted. */
export const maxClients = 100;
