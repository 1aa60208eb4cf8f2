import { z } from 'zod';
import { capabilityModes } from '../../../db/models/capability.ts';
import { mcpGrantStatuses } from '../../../db/models/mcp-grant.ts';
import { mcpServerVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { mcpServerStatuses } from '../../../db/models/mcp-server.ts';

export const mcpGrant = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  mode: z.enum(capabilityModes),
  rowLimit: z.number().nullable(),
  expiresOn: z.string(),
  status: z.enum(mcpGrantStatuses),
});

export const mcpToolCall = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  approvalRequestId: z.string().nullable(),
  argumentsDigest: z.string(),
  failureCode: z.string().nullable(),
});

export const mcpServer = z.object({
  projectId: z.string(),
  name: z.string(),
  status: z.enum(mcpServerStatuses),
  version: z
    .object({ id: z.string(), number: z.number(), status: z.enum(mcpServerVersionStatuses) })
    .nullable(),
});

/** With the connection whose secret has changed. */
export const secretOfMcpServer = mcpServer.extend({
  connection: z.object({ id: z.string(), name: z.string(), secretChangedBy: z.string().nullable() }),
});

export const rewordedMcpServer = mcpServer.extend({
  capability: z.object({ id: z.string(), key: z.string() }),
});
