import type { McpClientStatus } from '../../../db/models/mcp-client.ts';
import { machine } from '../../values/machine.ts';

export const clientMoves = machine<McpClientStatus, 'update' | 'delete'>(
  'MCP client',
  { commands: { update: 'updated', delete: 'deleted' } },
  { ACTIVE: { update: 'ACTIVE', delete: 'DELETED' }, DELETED: {} },
);

/** How many clients a workspace may have; deleted ones do not count. */
export const maxClients = 100;
