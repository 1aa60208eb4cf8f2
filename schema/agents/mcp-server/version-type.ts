import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { mcpServerVersionStatuses, type McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { Member } from '../../../db/models/member.ts';
import { ApprovalRequestType } from '../../approvals/approval/type.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../../connect/connector/capability-type.ts';
import { ProviderConnectionType } from '../../connect/connection/type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { hasDrifted } from './drifted.ts';

const StatusEnum = builder.enumType('McpServerVersionStatus', { values: mcpServerVersionStatuses });

const McpServerToolType = builder.objectRef<McpServerTool>('McpServerTool').implement({
  description: 'A capability that a version offers, through one connection.',
  fields: (t) => ({
    id: t.exposeID('id'),
    capability: t.field({
      type: CapabilityType,
      nullable: true,
      resolve: async ({ capabilityId }, _args, ctx) => await ctx.load(Capability, capabilityId),
    }),
    connection: t.field({
      type: ProviderConnectionType,
      nullable: true,
      resolve: async ({ connectionId }, _args, ctx) => await ctx.load(Connection, connectionId),
    }),
    mode: t.expose('mode', {
      type: CapabilityModeEnum,
      description: 'As it is granted: `read` too where it is marked as a read.',
    }),
    readReason: t.exposeString('readReason', {
      nullable: true,
      description: 'Why it is marked as a read, though its description says that it may change something.',
    }),
    digest: t.string({
      description: 'Of the capability as it was reviewed, in hexadecimal digits.',
      resolve: ({ digest }) => digest.toString('hex'),
    }),
    hasDrifted: t.boolean({
      description:
        'Whether its provider describes it in another way since, or no more: then nobody finds it.',
      resolve: async (tool, _args, ctx) => hasDrifted(tool, await ctx.load(Capability, tool.capabilityId)),
    }),
  }),
});

export const McpServerVersionType = builder.objectRef<McpServerVersion>('McpServerVersion').implement({
  description: 'What an MCP server offers, as it is reviewed as a whole.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number', { description: 'Counted from 1 in each server.' }),
    status: t.expose('status', { type: StatusEnum }),
    tools: t.field({
      type: [McpServerToolType],
      description: 'All of them, in the order in which they were put in: 200 at most.',
      resolve: async ({ id }, _args, ctx) =>
        await McpServerTool.inWorkspace(ctx).where({ versionId: id }).orderBy('id'),
    }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The latest request to review it. Null for callers without `approvals:read`.',
      authScopes: { can: 'approvals:read' },
      // An analyst reads servers and no requests. A refusal here would refuse them the server as well.
      unauthorizedResolver: () => null,
      resolve: async ({ approvalRequestId: id }, _args, ctx) =>
        id === null ? null : await ctx.load(ApprovalRequest, id),
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was sent back, quarantined or retired.',
    }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime', nullable: true }),
    approvedAt: t.expose('approvedAt', { type: 'DateTime', nullable: true }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
    quarantinedAt: t.expose('quarantinedAt', { type: 'DateTime', nullable: true }),
    retiresAt: t.expose('retiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when a deprecated one still serves.',
    }),
    retiredAt: t.expose('retiredAt', { type: 'DateTime', nullable: true }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
