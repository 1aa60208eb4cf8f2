import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { mcpGrantStatuses, type ArgumentLimit, McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { CapabilityModeEnum, CapabilityType } from '../../connect/connector/capability-type.ts';
import { ProviderConnectionType } from '../../connect/connection/type.ts';
import * as formats from '../../values/formats.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { McpCredentialType } from '../../identity/mcp-credential/type.ts';
import { McpServerVersionType } from '../mcp-server/version-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { obstacleOf } from './obstacle.ts';
import type { McpGrantObstacle } from './rules.ts';

const StatusEnum = builder.enumType('McpGrantStatus', { values: mcpGrantStatuses });

const ObstacleEnum = builder.enumType('McpGrantObstacle', {
  description: 'Why an agent does not find a granted tool.',
  values: {
    REVOKED: { description: 'It was revoked.' },
    EXPIRED: { description: 'It has expired.' },
    NOT_SERVED: {
      description: 'Its version of the MCP server is quarantined, retired, or under review again.',
    },
    CHANGED: {
      description: 'The provider has changed or removed the tool. Grant it again after a review.',
    },
    DISCONNECTED: { description: 'Its connection was disconnected.' },
  } satisfies Record<McpGrantObstacle, object>,
});

export const ArgumentLimitType = builder.objectRef<ArgumentLimit>('ArgumentLimit').implement({
  description: 'A limit for one argument. Every given member applies, and a limited argument is required.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', {
      description:
        'An RFC 6901 pointer into the arguments. It selects every item of a list on its way and at its end.',
    }),
    enum: t.field({ type: ['JSON'], nullable: true, resolve: (limit) => limit.enum ?? null }),
    minimum: t.float({ nullable: true, resolve: ({ minimum }) => minimum }),
    maximum: t.float({ nullable: true, resolve: ({ maximum }) => maximum }),
    maxLength: t.int({ nullable: true, resolve: ({ maxLength }) => maxLength }),
    pattern: t.string({
      nullable: true,
      description: 'An RE2 pattern that must match the whole string.',
      resolve: ({ pattern }) => pattern,
    }),
  }),
});

export const ArgumentLimitInput = builder.inputType('ArgumentLimitInput', {
  description: 'A limit for one argument; a limited argument is required.',
  fields: (t) => ({
    pointer: t.string({
      required: true,
      validate: formats.pointer,
      description:
        'An RFC 6901 pointer into the arguments, such as `/body/amount`. It selects every item of a list.',
    }),
    enum: t.field({
      type: ['JSON'],
      validate: agentFormats.limitValues.optional(),
      description: 'The allowed values, 1 to 100.',
    }),
    minimum: t.float({ description: 'The smallest allowed number.' }),
    maximum: t.float({ description: 'The greatest allowed number.' }),
    maxLength: t.int({
      validate: agentFormats.limitLength.optional(),
      description: 'The greatest allowed length, in characters.',
    }),
    pattern: t.string({
      validate: agentFormats.limitPattern.optional(),
      description: 'An RE2 pattern that must match the whole string, such as `.*@example\\.com`.',
    }),
  }),
});

export const McpGrantType = rowRef<McpGrant>(McpGrant, 'McpGrant').implement({
  description:
    'Lets an outside agent with an MCP credential find one tool of one version of an MCP server. The agent may ' +
    'then read with it or request it. Without a grant, it finds nothing.',
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
    rowLimit: t.exposeInt('rowLimit', { nullable: true, description: 'The most rows of a read.' }),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      description: 'The grant works through the last second of this day in UTC.',
    }),
    status: t.expose('status', { type: StatusEnum }),
    obstacle: t.field({
      type: ObstacleEnum,
      nullable: true,
      description:
        'Why the agent does not find the tool. Null if the agent finds it while its credential works.',
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
