import { mcpClientStatuses, type McpClient } from '../../../db/models/mcp-client.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType } from '../member/type.ts';
import { KeyAlgorithmEnum } from '../../kernel/proof-type.ts';

const StatusEnum = builder.enumType('McpClientStatus', { values: mcpClientStatuses });

export const McpClientType = builder.objectRef<McpClient>('McpClient').implement({
  description:
    'A program that a member registered, so that people of the workspace can connect it to their MCP credentials. By itself ' +
    'it may do nothing: each person consents. Spec §2.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `client_id`, which is entered in the program.' }),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'The pages for sign-in and consent show it.' }),
    redirectUris: t.exposeStringList('redirectUris', {
      description: 'Where people are sent back to. The port of a loopback address may differ.',
    }),
    algorithm: t.field({
      type: KeyAlgorithmEnum,
      nullable: true,
      description: 'Of its key. Null of a public client, which proves nothing.',
      resolve: ({ algorithm }) => algorithm,
    }),
    thumbprint: t.exposeString('thumbprint', {
      nullable: true,
      description: 'Of its public key: RFC 7638, SHA-256.',
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
