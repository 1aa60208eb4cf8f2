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
  description: 'A capability that a version offers with one connection.',
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
      description: 'The mode of its grants. `read` also if it is marked as a read.',
    }),
    readReason: t.exposeString('readReason', {
      nullable: true,
      description: 'Why it is marked as a read although its description allows changes.',
    }),
    digest: t.string({
      description: 'The digest of the reviewed capability, in hexadecimal digits.',
      resolve: ({ digest }) => digest.toString('hex'),
    }),
    hasDrifted: t.boolean({
      description: 'Whether its provider has since changed or removed it. If so, agents do not find it.',
      resolve: async (tool, _args, ctx) => hasDrifted(tool, await ctx.load(Capability, tool.capabilityId)),
    }),
  }),
});

export const McpServerVersionType = builder.objectRef<McpServerVersion>('McpServerVersion').implement({
  description: 'The tools of an MCP server, reviewed as a whole.',
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeInt('number', { description: 'The version number; each server counts from 1.' }),
    status: t.expose('status', { type: StatusEnum }),
    tools: t.field({
      type: [McpServerToolType],
      description: 'All tools, in the order of their creation: 200 at most.',
      resolve: async ({ id }, _args, ctx) =>
        await McpServerTool.inWorkspace(ctx).where({ versionId: id }).orderBy('id'),
    }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'The latest request to review it. Null if the caller lacks `approvals:read`.',
      authScopes: { can: 'approvals:read' },
      // The role of an analyst can read servers but not requests. A refusal here would hide the server as
      // well.
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
      description: 'Until when a deprecated version is served.',
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
