import { z } from 'zod';
import { capabilityModes } from '../../../db/models/capability.ts';
import { mcpGrantStatuses } from '../../../db/models/mcp-grant.ts';
import { mcpServerVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { mcpServerStatuses } from '../../../db/models/mcp-server.ts';
import { eventsOf } from './events-of.ts';

const mcpGrant = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  mode: z.enum(capabilityModes),
  rowLimit: z.number().nullable(),
  expiresOn: z.string(),
  status: z.enum(mcpGrantStatuses),
});

const mcpToolCall = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  approvalRequestId: z.string().nullable(),
  argumentsDigest: z.string(),
  failureCode: z.string().nullable(),
});

const mcpServer = z.object({
  projectId: z.string(),
  name: z.string(),
  status: z.enum(mcpServerStatuses),
  version: z
    .object({ id: z.string(), number: z.number(), status: z.enum(mcpServerVersionStatuses) })
    .nullable(),
});

/** With the connection whose secret has changed. */
const secretOfMcpServer = mcpServer.extend({
  connection: z.object({ id: z.string(), name: z.string(), secretChangedBy: z.string().nullable() }),
});

const rewordedMcpServer = mcpServer.extend({
  capability: z.object({ id: z.string(), key: z.string() }),
});

/** The events of the agents wing. */
export const agentsEvents = {
  ...eventsOf('mcp_server', mcpServer, {
    'mcp_server.created': 'An MCP server was created.',
    'mcp_server.updated': 'The name or the tools of an MCP server changed.',
    'mcp_server.submitted': 'A version of an MCP server awaits the review of a different person.',
    'mcp_server.approved': 'A version of an MCP server was approved and can be published.',
    'mcp_server.changes_requested': 'A version of an MCP server was sent back for changes.',
    'mcp_server.rejected': 'A version of an MCP server was rejected.',
    'mcp_server.withdrawn': 'The review of a version of an MCP server was canceled or expired.',
    'mcp_server.published': 'A version of an MCP server was published and can be granted.',
    'mcp_server.quarantined':
      'A version of an MCP server was quarantined: agents lost its tools until another review.',
    'mcp_server.deprecated': 'A version of an MCP server was deprecated; it works for a limited time.',
    'mcp_server.retired': 'An MCP server, or a version of it, was retired permanently.',
  }),
  ...eventsOf('mcp_server', rewordedMcpServer, {
    'mcp_server.reworded':
      'A provider changed the title or description of a tool; its version stays in service.',
  }),
  ...eventsOf('mcp_server', secretOfMcpServer, {
    'mcp_server.secret_changed':
      'A connection of an MCP server got a new secret, and its provider does not say which account it belongs to.',
  }),
  ...eventsOf('mcp_grant', mcpGrant, {
    'mcp_grant.created': 'An MCP credential was granted a tool.',
    'mcp_grant.updated': 'The limits of a grant changed, or it was moved to another version.',
    'mcp_grant.revoked': 'A grant was revoked.',
  }),
  ...eventsOf('mcp_tool_call', mcpToolCall, {
    'mcp_tool_call.requested': 'An outside agent requested a tool call, which a person decides.',
    'mcp_tool_call.rejected': 'A tool call was rejected.',
    'mcp_tool_call.cancelled': 'A tool call was canceled before it ran.',
    'mcp_tool_call.expired': 'A tool call was not decided or not run in time.',
    'mcp_tool_call.executed': 'A tool call ran.',
    'mcp_tool_call.outcome_unknown': 'A tool call started and may have run; the server never repeats it.',
    'mcp_tool_call.failed': 'A tool call was approved but failed.',
  }),
};
