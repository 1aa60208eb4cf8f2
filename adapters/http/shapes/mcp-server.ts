import { z } from 'zod';
import { ApprovalStatus } from './approval.ts';
import * as formats from '../../../schema/values/formats.ts';
import * as agentFormats from '../../../schema/values/agent-formats.ts';
import { digest, id, time } from './common.ts';

const byId = (prefix: string) => z.object({ id: id(prefix) }).nullable();

const McpServerTool = z
  .object({
    id: id('mcpt'),
    capability: z.object({ id: id('cap'), key: z.string(), title: z.string() }).nullable(),
    connection: z
      .object({
        id: id('conn'),
        name: z.string(),
        secretChangedAt: time.nullable().meta({
          description: 'When it last got another secret or authorization.',
        }),
        secretChangedBy: byId('mem').meta({
          description: 'The member who gave it. Null also if an external vault stores it.',
        }),
      })
      .nullable(),
    mode: z.enum(['read', 'write']).meta({ description: 'The mode of its grants.' }),
    readReason: z.string().nullable().meta({
      description: 'Why it is marked as a read although its description allows changes.',
    }),
    digest: z.string().meta({ description: 'The digest of the reviewed capability.', examples: ['0a3f…'] }),
    hasDrifted: z.boolean().meta({ description: 'Whether its provider has since changed it.' }),
  })
  .meta({ id: 'McpServerTool' });

export const McpServerVersion = z
  .object({
    id: id('mcpv'),
    number: z.int(),
    status: z.enum([
      'DRAFT',
      'IN_REVIEW',
      'CHANGES_REQUESTED',
      'APPROVED',
      'PUBLISHED',
      'DEPRECATED',
      'QUARANTINED',
      'RETIRED',
    ]),
    tools: z.array(McpServerTool),
    approvalRequest: z
      .object({ id: id('apr'), status: ApprovalStatus, subjectDigest: digest })
      .nullable()
      .meta({ description: 'The latest request to review it.' }),
    reason: z.string().nullable(),
    submittedAt: time.nullable(),
    approvedAt: time.nullable(),
    publishedAt: time.nullable(),
    quarantinedAt: time.nullable(),
    retiresAt: time.nullable(),
    retiredAt: time.nullable(),
    createdBy: byId('mem'),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpServerVersion' });

export const McpServer = z
  .object({
    id: id('mcps'),
    workspaceId: id('ws'),
    projectId: id('prj'),
    name: z.string().meta({ examples: ['Orders for support'] }),
    description: z.string(),
    status: z.enum(['ACTIVE', 'RETIRED']),
    openVersion: McpServerVersion.nullable(),
    publishedVersion: McpServerVersion.nullable(),
    quarantinedVersion: McpServerVersion.nullable().meta({
      description: 'The quarantined version, until a submission and a review.',
    }),
    createdBy: byId('mem'),
    retiredAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpServer' });

const name = formats.name.meta({ examples: ['Orders for support'] });
const tools = z
  .array(
    z.strictObject({
      capabilityId: id('cap'),
      connectionId: id('conn'),
      readReason: agentFormats.readReason.optional().meta({
        description:
          'Marks a POST operation, or a tool of an MCP server, as a read. The review covers the mark.',
        examples: ['A search, which uses POST because its filters are long.'],
      }),
    }),
  )
  .meta({ description: 'Capabilities, each with its connection; up to 200.' });

export const CreateMcpServer = z
  .strictObject({
    projectId: id('prj'),
    name,
    description: formats.description.optional(),
    tools: tools.optional(),
  })
  .meta({ id: 'CreateMcpServer' });

export const UpdateMcpServer = z
  .strictObject({ name: name.optional(), description: formats.description.optional() })
  .meta({ id: 'UpdateMcpServer' });

export const SetMcpServerTools = z.strictObject({ tools }).meta({ id: 'SetMcpServerTools' });

export const QuarantineMcpServer = z
  .strictObject({ reason: formats.decisionReason.meta({ examples: ['Its provider was broken into.'] }) })
  .meta({ id: 'QuarantineMcpServer' });

export const DeprecateMcpServer = z
  .strictObject({ days: z.int().optional().meta({ description: 'The days until its end: 30 to 365.' }) })
  .optional()
  .meta({ id: 'DeprecateMcpServer' });

export const RetireMcpServer = z
  .strictObject({ reason: formats.reason.optional() })
  .optional()
  .meta({ id: 'RetireMcpServer' });
