import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { mcpGrantStatuses, type ArgumentLimit, type McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum, CapabilityType } from '../../connect/connector/capability-type.ts';
import { ProviderConnectionType } from '../../connect/connection/type.ts';
import * as formats from '../../values/formats.ts';
import { McpCredentialType } from '../../identity/mcp-credential/type.ts';
import { McpServerVersionType } from '../mcp-server/version-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { obstacleOf } from './obstacle.ts';
import type { McpGrantObstacle } from './rules.ts';

const StatusEnum = builder.enumType('McpGrantStatus', { values: mcpGrantStatuses });

const ObstacleEnum = builder.enumType('McpGrantObstacle', {
  description: 'Why an agent does not find what it was granted.',
  values: {
    REVOKED: { description: 'It was taken back.' },
    EXPIRED: { description: 'Its last day is over.' },
    NOT_SERVED: { description: 'Its version of the MCP server is quarantined, retired, or reviewed anew.' },
    CHANGED: {
      description:
        'The provider describes the tool in another way since, or no more. Grant it anew once it is reviewed.',
    },
    DISCONNECTED: { description: 'The connection that it runs through has been ended.' },
  } satisfies Record<McpGrantObstacle, object>,
});

export const ArgumentLimitType = builder.objectRef<ArgumentLimit>('ArgumentLimit').implement({
  description:
    'What one argument must be. Each member that there is narrows it further; one that is limited has to be there.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', {
      description: 'RFC 6901, into the arguments. Of a list on the way, and at its end, each item is meant.',
    }),
    enum: t.field({ type: ['JSON'], nullable: true, resolve: (limit) => limit.enum ?? null }),
    minimum: t.float({ nullable: true, resolve: ({ minimum }) => minimum }),
    maximum: t.float({ nullable: true, resolve: ({ maximum }) => maximum }),
    maxLength: t.int({ nullable: true, resolve: ({ maxLength }) => maxLength }),
    pattern: t.string({
      nullable: true,
      description: 'The whole text matches it, by RE2.',
      resolve: ({ pattern }) => pattern,
    }),
  }),
});

export const ArgumentLimitInput = builder.inputType('ArgumentLimitInput', {
  description: 'What one argument must be; one that is limited has to be there.',
  fields: (t) => ({
    pointer: t.string({
      required: true,
      validate: formats.pointer,
      description: 'RFC 6901, into the arguments, such as `/body/amount`. Of a list each item is meant.',
    }),
    enum: t.field({
      type: ['JSON'],
      validate: formats.limitValues.optional(),
      description: 'One of these, 1 to 100.',
    }),
    minimum: t.float({ description: 'A number from this on.' }),
    maximum: t.float({ description: 'A number up to this.' }),
    maxLength: t.int({
      validate: formats.limitLength.optional(),
      description: 'A text of at most so many characters.',
    }),
    pattern: t.string({
      validate: formats.limitPattern.optional(),
      description: 'A text that matches it as a whole, by RE2, such as `.*@example\\.com`.',
    }),
  }),
});

export const McpGrantType = builder.objectRef<McpGrant>('McpGrant').implement({
  description:
    'That an outside agent with an MCP credential finds one tool of one version of an MCP server, and reads by it or asks ' +
    'for it. Nothing is granted by default. Spec §2.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    credentialId: t.exposeID('credentialId'),
    credential: t.field({
      type: McpCredentialType,
      nullable: true,
      resolve: async ({ credentialId }, _args, ctx) => await ctx.load(McpCredential, credentialId),
    }),
    versionId: t.exposeID('versionId'),
    version: t.field({
      type: McpServerVersionType,
      nullable: true,
      resolve: async ({ versionId }, _args, ctx) => await ctx.load(McpServerVersion, versionId),
    }),
    capabilityId: t.exposeID('capabilityId'),
    capability: t.field({
      type: CapabilityType,
      nullable: true,
      resolve: async ({ capabilityId }, _args, ctx) => await ctx.load(Capability, capabilityId),
    }),
    connectionId: t.exposeID('connectionId'),
    connection: t.field({
      type: ProviderConnectionType,
      nullable: true,
      resolve: async ({ connectionId }, _args, ctx) => await ctx.load(Connection, connectionId),
    }),
    mode: t.expose('mode', { type: CapabilityModeEnum }),
    argumentLimits: t.field({ type: [ArgumentLimitType], resolve: ({ argumentLimits }) => argumentLimits }),
    rowLimit: t.exposeInt('rowLimit', { nullable: true, description: 'Rows that a read brings at most.' }),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      description: 'Good through the last second of this day in UTC.',
    }),
    status: t.expose('status', { type: StatusEnum }),
    obstacle: t.field({
      type: ObstacleEnum,
      nullable: true,
      description:
        'Why the agent does not find the tool; null where it does, as long as its credential works.',
      resolve: async (grant, _args, ctx) => await obstacleOf(ctx, grant),
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    revokeReason: t.exposeString('revokeReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
