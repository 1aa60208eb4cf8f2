import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as agentFormats from '../../../schema/values/agent-formats.ts';
import { id, time } from './common.ts';
import { ExpiresOn } from './proof.ts';

const pointer = formats.pointer.meta({
  description: 'An RFC 6901 pointer into the arguments. It selects every item of a list.',
  examples: ['/body/amount'],
});

export const ArgumentLimit = z
  .object({
    pointer,
    enum: z.array(z.unknown()).nullable(),
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    maxLength: z.int().nullable(),
    pattern: z.string().nullable(),
  })
  .meta({ id: 'ArgumentLimit' });

export const McpGrant = z
  .object({
    id: id('mcpg'),
    workspaceId: id('ws'),
    credentialId: id('mcpc'),
    versionId: id('mcpv'),
    capability: z.object({ id: id('cap'), key: z.string(), title: z.string() }).nullable(),
    connection: z.object({ id: id('conn'), name: z.string() }).nullable(),
    mode: z.enum(['read', 'write']),
    argumentLimits: z.array(ArgumentLimit),
    rowLimit: z.int().nullable(),
    expiresOn: ExpiresOn,
    status: z.enum(['ACTIVE', 'REVOKED']),
    obstacle: z.enum(['REVOKED', 'EXPIRED', 'NOT_SERVED', 'CHANGED', 'DISCONNECTED']).nullable().meta({
      description:
        'Why the agent does not find the tool. Null if the agent finds it while its credential works.',
    }),
    createdBy: z.object({ id: id('mem') }).nullable(),
    revokedAt: time.nullable(),
    revokeReason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpGrant' });

const bounds = {
  argumentLimits: z
    .array(
      z
        .strictObject({
          pointer,
          enum: agentFormats.limitValues.optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
          maxLength: agentFormats.limitLength.optional(),
          pattern: agentFormats.limitPattern.optional(),
        })
        .meta({ id: 'GivenArgumentLimit', examples: [{ pointer: '/body/amount', maximum: 100 }] }),
    )
    .optional()
    .meta({ description: 'Limits for the arguments; at most 20, and all apply.' }),
  rowLimit: agentFormats.rowLimit.optional(),
  expiresOn: ExpiresOn.optional(),
};

export const CreateMcpGrant = z
  .strictObject({
    credentialId: id('mcpc'),
    versionId: id('mcpv'),
    capabilityId: id('cap'),
    connectionId: id('conn'),
    mode: z.enum(['read', 'write']),
    ...bounds,
  })
  .meta({ id: 'CreateMcpGrant' });

export const MoveMcpGrants = z
  .strictObject({
    fromVersionId: id('mcpv'),
    toVersionId: id('mcpv').meta({
      description: 'Another version of the same MCP server. It must be served.',
    }),
  })
  .meta({ id: 'MoveMcpGrants' });

export const MovedMcpGrants = z
  .object({
    movedCount: z.int(),
    leftCount: z.int().meta({ description: 'How many grants stay at the first version.' }),
  })
  .meta({ id: 'MovedMcpGrants' });

export const UpdateMcpGrant = z.strictObject(bounds).meta({ id: 'UpdateMcpGrant' });
