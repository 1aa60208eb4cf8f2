import { mcpClientStatuses, McpClient } from '../../../db/models/mcp-client.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../member/type.ts';
import { KeyAlgorithmEnum } from '../../kernel/proof-type.ts';

const StatusEnum = builder.enumType('McpClientStatus', { values: mcpClientStatuses });

export const McpClientType = rowRef<McpClient>(McpClient, 'McpClient').implement({
  description:
    'A program that a member registered, so that people can connect it to their MCP credentials. It may do ' +
    'nothing until a person consents.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `client_id` to enter in the program.' }),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'The sign-in and consent pages show it.' }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'The redirect URIs. The port of a loopback address may differ.',
    }),
    algorithm: t.field({
      type: KeyAlgorithmEnum,
      nullable: true,
      description: 'The algorithm of its key. Null for a public client, which proves nothing.',
      resolve: ({ algorithm }) => algorithm,
    }),
    thumbprint: t.exposeString('thumbprint', {
      nullable: true,
      description: 'The thumbprint of its public key (RFC 7638, SHA-256).',
    }),
    status: t.expose('status', { type: StatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
