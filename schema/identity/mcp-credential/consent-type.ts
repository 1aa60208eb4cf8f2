import { mcpConsentStatuses, mcpScopes, type McpConsent } from '../../../db/models/mcp-consent.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';

const StatusEnum = builder.enumType('McpConsentStatus', { values: mcpConsentStatuses });

export const McpConsentType = builder.objectRef<McpConsent>('McpConsent').implement({
  description:
    'That a person lets a client of OAuth act by an MCP credential of theirs, and is not asked again for as much. It holds ' +
    'until they revoke it or replace their password, and as long as the credential works as it was picked.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    workspaceName: t.string({
      nullable: true,
      resolve: async ({ workspaceId }, _args, ctx) => (await ctx.load(Workspace, workspaceId))?.name ?? null,
    }),
    client: t.exposeString('client', {
      description:
        'The client’s id: the https address at which it describes itself, or the id that it is registered by.',
    }),
    clientName: t.exposeString('clientName', {
      description: 'What the client is called. A name proves nothing: go by the id.',
    }),
    resource: t.exposeString('resource', { description: 'The address that its tokens are for.' }),
    scopes: t.exposeStringList('scopes', { description: `Of ${mcpScopes.join(' and ')}.` }),
    credentialId: t.exposeID('credentialId'),
    credentialName: t.string({
      nullable: true,
      resolve: async ({ credentialId }, _args, ctx) =>
        (await ctx.load(McpCredential, credentialId))?.name ?? null,
    }),
    expiresOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'That of the credential: it is good through the last second of this day in UTC.',
      resolve: async ({ credentialId }, _args, ctx) =>
        (await ctx.load(McpCredential, credentialId))?.expiresOn ?? null,
    }),
    status: t.expose('status', { type: StatusEnum }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the client last got a token by it.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
