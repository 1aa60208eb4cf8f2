import { Capability } from '../../../db/models/capability.ts';
import {
  connectionMethods,
  connectionProblems,
  connectionStatuses,
  revocations,
  Connection,
} from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import { Member } from '../../../db/models/member.ts';
import { Project } from '../../../db/models/project.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { CapabilityType } from '../connector/capability-type.ts';
import { ConnectorType } from '../connector/type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { ProjectType } from '../project/type.ts';
import { dependentsOf, maxDependents, type Dependent } from './dependents.ts';
import { isConfirmed } from './new-secret.ts';
import { serves } from './rules.ts';

export const OAuthGrantEnum = builder.enumType('OAuthGrant', {
  values: ['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS'] as const,
});

export const ClientAuthenticationEnum = builder.enumType('ClientAuthentication', {
  description: 'Client authentication (RFC 6749 §2.3.1): in the header `authorization`, or in the form.',
  values: ['BASIC', 'POST'] as const,
});

const ConnectionMethodEnum = builder.enumType('ConnectionMethod', { values: connectionMethods });
const ConnectionStatusEnum = builder.enumType('ConnectionStatus', { values: connectionStatuses });
const ConnectionProblemEnum = builder.enumType('ConnectionProblem', {
  description: 'The problem that a person has to fix: the secret, the authorization, or the scopes.',
  values: connectionProblems,
});
const RevocationEnum = builder.enumType('Revocation', {
  description: 'Whether the server revoked the grant at the provider.',
  values: revocations,
});

const ConnectionHealthType = builder.objectRef<Connection>('ConnectionHealth').implement({
  description: 'The recent results of calls through the connection and of its test.',
  fields: (t) => ({
    isServing: t.boolean({
      description: 'Whether the connection serves calls now.',
      resolve: (it) => serves(it) && isConfirmed(it),
    }),
    problem: t.expose('problem', { type: ConnectionProblemEnum, nullable: true }),
    lastOkAt: t.expose('lastOkAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Rounded to the minute under load.',
    }),
    lastErrorAt: t.expose('lastErrorAt', { type: 'DateTime', nullable: true }),
    lastErrorCode: t.exposeString('lastErrorCode', { nullable: true }),
    nextCheckAt: t.expose('nextCheckAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the server runs its test next. Null if it has none or does not work.',
    }),
    tokenExpiresAt: t.expose('tokenExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the OAuth access token expires. The server renews it before.',
    }),
  }),
});

const ConnectionDependentType = builder.objectRef<Dependent>('ConnectionDependent').implement({
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The kind of dependent, such as `mcp_server`.' }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
  }),
});

export const ProviderConnectionType = rowRef<Connection>(Connection, 'ProviderConnection').implement({
  description:
    'A project’s link to an account at a provider. It stores references to secrets, never secrets.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    projectId: t.exposeID('projectId'),
    project: t.field({
      type: ProjectType,
      nullable: true,
      resolve: async ({ projectId }, _args, ctx) => await ctx.load(Project, projectId),
    }),
    connectorId: t.exposeID('connectorId'),
    connector: t.field({
      type: ConnectorType,
      nullable: true,
      resolve: async ({ connectorId }, _args, ctx) => await ctx.load(Connector, connectorId),
    }),
    name: t.exposeString('name', { description: 'Unique in the project.' }),
    baseUrl: t.exposeString('baseUrl'),
    method: t.expose('method', { type: ConnectionMethodEnum }),
    scheme: t.string({
      nullable: true,
      description: 'The name of the scheme in the description.',
      resolve: ({ scheme }) => scheme?.name ?? null,
    }),
    credentialReferenceId: t.exposeID('credentialReferenceId', {
      nullable: true,
      description: 'The reference to the secret or the OAuth client.',
    }),
    tokenReferenceId: t.exposeID('tokenReferenceId', {
      nullable: true,
      description: 'The reference to the OAuth tokens.',
    }),
    scopes: t.exposeStringList('scopes', { description: 'The requested OAuth scopes.' }),
    scopesGranted: t.field({
      type: ['String'],
      nullable: true,
      description: 'The granted OAuth scopes; null before the authorization.',
      resolve: ({ scopesGranted }) => scopesGranted,
    }),
    accountId: t.exposeString('accountId', {
      nullable: true,
      description: 'The account at the provider, in the provider’s own words. Null if unknown.',
    }),
    secretChangedAt: t.expose('secretChangedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it last got another secret or authorization. Null if it never did.',
    }),
    secretChangedBy: t.field({
      type: MemberType,
      nullable: true,
      description:
        'The member who gave that secret. Null if no member did, or if an external vault stores it.',
      resolve: async ({ secretChangedBy: id }, _args, ctx) => (id ? await ctx.load(Member, id) : null),
    }),
    settings: t.field({ type: 'JSON', resolve: ({ settings }) => settings }),
    testCapability: t.field({
      type: CapabilityType,
      nullable: true,
      description: 'The capability that tests the connection.',
      resolve: async ({ testCapabilityId }, _args, ctx) =>
        testCapabilityId ? await ctx.load(Capability, testCapabilityId) : null,
    }),
    accountPointer: t.exposeString('accountPointer', { nullable: true }),
    status: t.expose('status', { type: ConnectionStatusEnum }),
    health: t.field({ type: ConnectionHealthType, resolve: (connection) => connection }),
    dependents: t.field({
      type: [ConnectionDependentType],
      description: `The dependents that stop working with it: up to ${maxDependents} of each kind.`,
      complexity: 10,
      resolve: async ({ id }, _args, ctx) => await dependentsOf(ctx, id),
    }),
    revocation: t.expose('revocation', { type: RevocationEnum, nullable: true }),
    authorizedBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'The person whose session authorized it.',
      resolve: async ({ authorizedBy }, _args, ctx) =>
        authorizedBy ? await ctx.load(Member, authorizedBy) : null,
    }),
    authorizedAt: t.expose('authorizedAt', { type: 'DateTime', nullable: true }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    disconnectedAt: t.expose('disconnectedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
