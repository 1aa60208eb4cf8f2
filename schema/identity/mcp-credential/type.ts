import { mcpCredentialStatuses, McpCredential } from '../../../db/models/mcp-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../member/type.ts';
import { proofFields } from '../../kernel/proof-type.ts';
import { holderIsLost, issuerIsLost } from './rules.ts';

const StatusEnum = builder.enumType('McpCredentialStatus', { values: mcpCredentialStatuses });

export const McpCredentialType = rowRef<McpCredential>(McpCredential, 'McpCredential').implement({
  description:
    'A credential that gets MCP access tokens for an outside agent. Its id is the client id. Alone it opens ' +
    'nothing: grants decide what the agent may find and call.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name'),
    holder: t.field({
      type: MemberType,
      nullable: true,
      description:
        'The member in whose name the agent works. No accountable person may approve its requests.',
      resolve: async ({ holderId }, _args, ctx) => await ctx.load(Member, holderId),
    }),
    status: t.expose('status', { type: StatusEnum }),
    version: t.exposeInt('version', {
      description: 'Numbers its secrets or keys from 1. Tokens of an earlier version stop working.',
    }),
    ...proofFields(t),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      description: 'The credential works through the last second of this day in UTC.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a token was last issued with it.',
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    issuedBy: t.field({
      type: MemberType,
      nullable: true,
      description:
        'The member who last created or rotated it. It works while that member is active and may create credentials.',
      resolve: async ({ issuedBy }, _args, ctx) => await ctx.load(Member, issuedBy),
    }),
    issuerIsLost: t.boolean({
      description:
        'Whether the credential has stopped because its issuer left, even if they came back, or may no longer ' +
        'create credentials. Rotating it makes it work again.',
      resolve: async ({ issuedBy, issuedActivations }, _args, ctx) =>
        issuerIsLost(await ctx.load(Member, issuedBy), issuedActivations),
    }),
    holderIsLost: t.boolean({
      description:
        'Whether the credential has stopped because its holder left. It can be rotated after they are back.',
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
