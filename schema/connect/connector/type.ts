import { ConnectorImport } from '../../../db/models/connector-import.ts';
import { connectorSources, connectorStatuses, Connector } from '../../../db/models/connector.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { ConnectorImportType } from './import-type.ts';

export const ConnectorSourceEnum = builder.enumType('ConnectorSource', {
  values: {
    OPENAPI: { value: connectorSources[0], description: 'An OpenAPI document, 3.0 or 3.1, in JSON or YAML.' },
    MCP: { value: connectorSources[1], description: 'A remote MCP server, whose tools become capabilities.' },
  },
});

const ConnectorStatusEnum = builder.enumType('ConnectorStatus', { values: connectorStatuses });

const ConnectorServerType = builder.objectRef<Connector['servers'][number]>('ConnectorServer').implement({
  fields: (t) => ({ url: t.exposeString('url'), description: t.exposeString('description') }),
});

/** Describes confirmed base URL patterns, both as input and as output. */
export const patternsMeaning =
  'Further addresses for connections, for providers that give each account its own address, such as ' +
  '`https://*.example.net/api`. `*` stands for part of one label of the host or one segment of the path. The ' +
  'part after the last `*` of the host must be a domain with one owner. Without `*` it is a single address.';

export const ConnectorType = rowRef<Connector>(Connector, 'Connector').implement({
  description: 'A provider’s API as its description defines it. Connections use it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'Unique in the workspace.' }),
    description: t.exposeString('description'),
    source: t.expose('source', { type: ConnectorSourceEnum }),
    sourceUrl: t.exposeString('sourceUrl', {
      nullable: true,
      description: 'The URL of the description. Null if it was uploaded or is ready-made.',
    }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description:
        'The id of the ready-made connector, whose import reads the description of this version. Null for other connectors.',
    }),
    credentialReferenceId: t.exposeID('credentialReferenceId', {
      nullable: true,
      description: 'The credential reference for listing its tools; only for MCP servers.',
    }),
    status: t.expose('status', { type: ConnectorStatusEnum }),
    apiTitle: t.exposeString('apiTitle', { nullable: true, description: 'From the description.' }),
    apiVersion: t.exposeString('apiVersion', { nullable: true }),
    servers: t.field({
      type: [ConnectorServerType],
      description: 'Base addresses of the API, the default first.',
      resolve: ({ servers }) => servers,
    }),
    baseUrlPatterns: t.exposeStringList('baseUrlPatterns', { description: patternsMeaning }),
    baseUrlProposals: t.exposeStringList('baseUrlProposals', {
      description:
        'The patterns that the description proposes. They apply only after you add them to `baseUrlPatterns`.',
    }),
    schemes: t.field({
      type: 'JSON',
      description: 'The security schemes, as an array of `{ name, kind, … }`.',
      resolve: ({ schemes }) => schemes,
    }),
    latestImport: t.field({
      type: ConnectorImportType,
      nullable: true,
      resolve: async ({ latestImport }, _args, ctx) => await ctx.load(ConnectorImport, latestImport),
    }),
    importedAt: t.expose('importedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a description was last imported completely.',
    }),
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
