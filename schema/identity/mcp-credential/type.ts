import { mcpCredentialStatuses, type McpCredential } from '../../../db/models/mcp-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType } from '../member/type.ts';
import { proofFields } from '../../kernel/proof-type.ts';
import { holderIsLost, issuerIsLost } from './rules.ts';

const StatusEnum = builder.enumType('McpCredentialStatus', { values: mcpCredentialStatuses });

export const McpCredentialType = builder.objectRef<McpCredential>('McpCredential').implement({
  description:
    'What an outside agent gets its MCP access tokens with; its id is the client id. It opens nothing by itself: what the ' +
    'agent finds and calls is granted. Spec §2.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name'),
    holder: t.field({
      type: MemberType,
      nullable: true,
      description: 'In whose name the agent works. Nobody behind it approves what it asks for.',
      resolve: async ({ holderId }, _args, ctx) => await ctx.load(Member, holderId),
    }),
    status: t.expose('status', { type: StatusEnum }),
    version: t.exposeInt('version', {
      description:
        'Counts the secrets or keys it has had, from 1. Tokens end with the version they were got by.',
    }),
    ...proofFields(t),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      description: 'Good through the last second of this day in UTC.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a token was last got with it.',
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    issuedBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'Who made or rotated it last. It works while they are here and may make credentials.',
      resolve: async ({ issuedBy }, _args, ctx) => await ctx.load(Member, issuedBy),
    }),
    issuerIsLost: t.boolean({
      description:
        'Whether it has stopped since who issued it left, be it that they came back, or makes none any more. It can be ' +
        'rotated.',
      resolve: async ({ issuedBy, issuedActivations }, _args, ctx) =>
        issuerIsLost(await ctx.load(Member, issuedBy), issuedActivations),
    }),
    holderIsLost: t.boolean({
      description: 'Whether it has stopped since its holder left. It can be rotated once they are back.',
      resolve: async ({ holderId, holderActivations }, _args, ctx) =>
        holderIsLost(await ctx.load(Member, holderId), holderActivations),
    }),
    rotatedAt: t.expose('rotatedAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    revokeReason: t.exposeString('revokeReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
