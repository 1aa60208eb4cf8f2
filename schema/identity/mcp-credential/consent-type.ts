import { mcpConsentStatuses, mcpScopes, McpConsent } from '../../../db/models/mcp-consent.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';

const StatusEnum = builder.enumType('McpConsentStatus', { values: mcpConsentStatuses });

export const McpConsentType = rowRef<McpConsent>(McpConsent, 'McpConsent').implement({
  description:
    'A person’s consent that an OAuth client acts with one of their MCP credentials. It ends when they revoke ' +
    'it or replace their password, or when the credential stops working.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    workspaceName: t.string({
      nullable: true,
      resolve: async ({ workspaceId }, _args, ctx) => (await ctx.load(Workspace, workspaceId))?.name ?? null,
    }),
    client: t.exposeString('client', {
      description:
        'The client’s id: the https URL of its client metadata document, or the id of its registration.',
    }),
    clientName: t.exposeString('clientName', {
      description: 'The client’s name. A name proves nothing: rely on the id.',
    }),
    resource: t.exposeString('resource', { description: 'The resource that its tokens are for.' }),
    scopes: t.exposeStringList('scopes', { description: `Values: ${mcpScopes.join(' and ')}.` }),
    credentialId: t.exposeID('credentialId'),
    credentialName: t.string({
      nullable: true,
      resolve: async ({ credentialId }, _args, ctx) =>
        (await ctx.load(McpCredential, credentialId))?.name ?? null,
    }),
    expiresOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The credential’s expiry: it works through the last second of this day in UTC.',
      resolve: async ({ credentialId }, _args, ctx) =>
        (await ctx.load(McpCredential, credentialId))?.expiresOn ?? null,
    }),
    status: t.expose('status', { type: StatusEnum }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the client last got a token with it.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
