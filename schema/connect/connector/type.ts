import { ConnectorImport } from '../../../db/models/connector-import.ts';
import { connectorSources, connectorStatuses, type Connector } from '../../../db/models/connector.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
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

/** What confirmed patterns mean, to whoever gives or reads them. */
export const patternsMeaning =
  'Where connections may be beside the servers, for providers that give each account an address of its own: addresses such ' +
  'as `https://*.example.net/api`. `*` stands for part of one label of the host, or of one segment of the path; what follows ' +
  'the last one of the host has to be a domain of one owner. Without `*` it is one address.';

export const ConnectorType = builder.objectRef<Connector>('Connector').implement({
  description: 'A provider’s API as the provider describes it, from which connections are made.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'Unique in the workspace.' }),
    description: t.exposeString('description'),
    source: t.expose('source', { type: ConnectorSourceEnum }),
    sourceUrl: t.exposeString('sourceUrl', {
      nullable: true,
      description: 'Where the description is read anew; null where it is uploaded or ready-made.',
    }),
    readyMade: t.exposeString('readyMade', {
      nullable: true,
      description:
        'The id of the ready-made connector that it is, whose description is read anew as it ships; null where it is none.',
    }),
    credentialReferenceId: t.exposeID('credentialReferenceId', {
      nullable: true,
      description: 'What stands for the secret that its tools are listed with; of MCP servers alone.',
    }),
    status: t.expose('status', { type: ConnectorStatusEnum }),
    apiTitle: t.exposeString('apiTitle', { nullable: true, description: 'As the description says.' }),
    apiVersion: t.exposeString('apiVersion', { nullable: true }),
    servers: t.field({
      type: [ConnectorServerType],
      description: 'Base addresses of the API, the meant one first.',
      resolve: ({ servers }) => servers,
    }),
    baseUrlPatterns: t.exposeStringList('baseUrlPatterns', { description: patternsMeaning }),
    baseUrlProposals: t.exposeStringList('baseUrlProposals', {
      description:
        'The patterns that the description proposes. None counts before it is among `baseUrlPatterns`.',
    }),
    schemes: t.field({
      type: 'JSON',
      description: 'The ways to prove who calls, as an array of `{ name, kind, … }`.',
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
      description: 'When a description was last read to its end.',
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
