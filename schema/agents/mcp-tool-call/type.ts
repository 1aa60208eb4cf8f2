import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { statusAt } from '../../approvals/approval/rules.ts';
import { ApprovalRequestType, ApprovalStatusEnum } from '../../approvals/approval/type.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { CapabilityType } from '../../connect/connector/capability-type.ts';
import { ProviderConnectionType } from '../../connect/connection/type.ts';
import type { Context } from '../../kernel/context.ts';
import { McpCredentialType } from '../../identity/mcp-credential/type.ts';
import { argumentsIn, type Said } from './contents.ts';
import { requestOf } from './request-of.ts';

export const McpToolCallType = rowRef<McpToolCall>(McpToolCall, 'McpToolCall').implement({
  description:
    'A requested tool call, for the people of the workspace. Its approval request says how it ended; only the ' +
    'agent reads the provider’s answer.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    credentialId: t.exposeID('credentialId'),
    credential: t.field({
      type: McpCredentialType,
      nullable: true,
      description: 'Null if the caller’s role lacks `mcp_credentials:read`.',
      resolve: async ({ credentialId }, _args, ctx) =>
        scopesOf(ctx).can('mcp_credentials:read') ? await ctx.load(McpCredential, credentialId) : null,
    }),
    agent: t.string({
      nullable: true,
      description: 'The name of the credential.',
      resolve: async ({ credentialId }, _args, ctx) =>
        (await ctx.load(McpCredential, credentialId))?.name ?? null,
    }),
    versionId: t.exposeID('versionId', { description: 'The version of the MCP server with this tool.' }),
    capability: t.field({
      type: CapabilityType,
      nullable: true,
      resolve: async ({ capabilityId }, _args, ctx) => await ctx.load(Capability, capabilityId),
    }),
    connection: t.field({
      type: ProviderConnectionType,
      nullable: true,
      description: 'The account at the provider that it uses.',
      resolve: async ({ connectionId }, _args, ctx) => await ctx.load(Connection, connectionId),
    }),
    arguments: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The exact arguments. Null if the caller’s role lacks `tool_calls:approve`, and 30 days after the request.',
      resolve: async (call, _args, ctx) => (await saidTo(ctx, call))?.arguments ?? null,
    }),
    argumentsDigest: t.string({
      description:
        'A keyed hash (HMAC-SHA-256) of the arguments’ RFC 8785 form, in hex. It is the same for the same arguments in one workspace.',
      resolve: ({ argumentsDigest }) => argumentsDigest.toString('hex'),
    }),
    purpose: t.string({
      nullable: true,
      description: 'The reason, in the agent’s own words: data, not instructions. Null if the arguments are.',
      resolve: async (call, _args, ctx) => (await saidTo(ctx, call))?.purpose ?? null,
    }),
    status: t.field({
      type: ApprovalStatusEnum,
      resolve: async (call, _args, ctx) => statusAt(await requestOf(ctx, call), ctx.clock.now()),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Until when it waits for a decision.',
      resolve: async (call, _args, ctx) => (await requestOf(ctx, call)).expiresAt,
    }),
    approvalRequest: t.field({
      type: ApprovalRequestType,
      nullable: true,
      description: 'Null if the caller’s role lacks `approvals:read`.',
      resolve: async (call, _args, ctx) =>
        scopesOf(ctx).can('approvals:read') ? await requestOf(ctx, call) : null,
    }),
    failureCode: t.exposeString('failureCode', {
      nullable: true,
      description: 'The error code if running it failed, such as `provider_error`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

async function saidTo(ctx: Context, call: McpToolCall): Promise<Said | null> {
  return scopesOf(ctx).can('tool_calls:approve') ? await argumentsIn(ctx, call) : null;
}
