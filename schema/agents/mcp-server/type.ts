import { McpServerVersion, openVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { mcpServerStatuses, McpServer } from '../../../db/models/mcp-server.ts';
import { Member } from '../../../db/models/member.ts';
import { Project } from '../../../db/models/project.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../../identity/member/type.ts';
import { ProjectType } from '../../connect/project/type.ts';
import { McpServerVersionType } from './version-type.ts';

const StatusEnum = builder.enumType('McpServerStatus', { values: mcpServerStatuses });

export const McpServerType = rowRef<McpServer>(McpServer, 'McpServer').implement({
  description:
    'A named bundle of capabilities with a project’s connections. Outside agents find its published tools that ' +
    'they were granted.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    projectId: t.exposeID('projectId'),
    project: t.field({
      type: ProjectType,
      nullable: true,
      resolve: async ({ projectId }, _args, ctx) => await ctx.load(Project, projectId),
    }),
    name: t.exposeString('name', {
      description: 'Unique among the workspace’s servers that are not retired.',
    }),
    description: t.exposeString('description', { description: 'For people; agents do not see it.' }),
    status: t.expose('status', { type: StatusEnum }),
    openVersion: t.field({
      type: McpServerVersionType,
      nullable: true,
      description: 'The unpublished version.',
      resolve: async (server, _args, ctx) => await versionIn(ctx, server, [...openVersionStatuses]),
    }),
    publishedVersion: t.field({
      type: McpServerVersionType,
      nullable: true,
      resolve: async (server, _args, ctx) => await versionIn(ctx, server, ['PUBLISHED']),
    }),
    quarantinedVersion: t.field({
      type: McpServerVersionType,
      nullable: true,
      description:
        'The quarantined version. Agents find it again after a submission and a review; `reason` says why.',
      resolve: async (server, _args, ctx) => await versionIn(ctx, server, ['QUARANTINED']),
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    retiredAt: t.expose('retiredAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

async function versionIn(
  ctx: Context,
  { id: serverId }: McpServer,
  statuses: readonly McpServerVersion['status'][],
): Promise<McpServerVersion | null> {
  const found = McpServerVersion.inWorkspace(ctx)
    .findOne({ serverId })
    .whereIn('status', [...statuses]);
  return (await found) ?? null;
}

builder.objectField(McpServerVersionType, 'server', (t) =>
  t.field({
    type: McpServerType,
    nullable: true,
    description: 'The MCP server that it is a version of.',
    resolve: async ({ serverId }, _args, ctx) => await ctx.load(McpServer, serverId),
  }),
);
