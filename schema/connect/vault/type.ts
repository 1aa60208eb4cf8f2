import {
  credentialKinds,
  credentialReferenceStatuses,
  CredentialReference,
} from '../../../db/models/credential-reference.ts';
import { CredentialVersion, credentialVersionStatuses } from '../../../db/models/credential-version.ts';
import { Member } from '../../../db/models/member.ts';
import { Project } from '../../../db/models/project.ts';
import { Vault } from '../../../db/models/vault.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';
import { ProjectType } from '../project/type.ts';
import { maxActiveVersions } from './rules.ts';
import { VaultType } from './vault-type.ts';

const [apiKey, bearer, basic, oauth2Client, custom, oauth2Tokens] = credentialKinds;

export const CredentialKindEnum = builder.enumType('CredentialKind', {
  values: {
    API_KEY: {
      value: apiKey,
      description: '`{apiKey}`, sent in the header or parameter that the provider names.',
    },
    BEARER: { value: bearer, description: '`{token}`, sent as `Authorization: Bearer`. RFC 6750.' },
    BASIC: { value: basic, description: '`{username, password}`. RFC 7617.' },
    OAUTH2_CLIENT: {
      value: oauth2Client,
      description:
        '`{clientId, clientSecret}` of a client (RFC 6749 §2.3.1), or `{clientId}` of a public one.',
    },
    CUSTOM: { value: custom, description: '`{headers}`, 1 to 5 by name; or named parts.' },
    OAUTH2_TOKENS: {
      value: oauth2Tokens,
      description: 'The tokens of an authorization server for a connection. Only the connection writes it.',
    },
  },
});

const CredentialReferenceStatusEnum = builder.enumType('CredentialReferenceStatus', {
  values: credentialReferenceStatuses,
});
const CredentialVersionStatusEnum = builder.enumType('CredentialVersionStatus', {
  values: credentialVersionStatuses,
});

const fingerprint = 'Eight hexadecimal digits that distinguish values and reveal nothing about them.';

const CredentialVersionType = builder.objectRef<CredentialVersion>('CredentialVersion').implement({
  description: 'One value of a credential reference.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Counted from 1.' }),
    status: t.expose('status', { type: CredentialVersionStatusEnum }),
    fingerprint: t.exposeString('fingerprint', { description: fingerprint }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    destroyedAt: t.expose('destroyedAt', { type: 'DateTime', nullable: true }),
  }),
});

export const CredentialReferenceType = rowRef<CredentialReference>(
  CredentialReference,
  'CredentialReference',
).implement({
  description: 'A reference to a provider’s secret, used everywhere except in the vault.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    projectId: t.exposeID('projectId'),
    project: t.field({
      type: ProjectType,
      nullable: true,
      resolve: async ({ projectId }, _args, ctx) => await ctx.load(Project, projectId),
    }),
    provider: t.exposeString('provider', { description: 'The name of the provider.' }),
    kind: t.expose('kind', { type: CredentialKindEnum }),
    reference: t.string({
      description: 'Its full name: `vault://<workspace>/<project>/<id>`.',
      resolve: ({ id, workspaceId, projectId }) => `vault://${workspaceId}/${projectId}/${id}`,
    }),
    parts: t.stringList({
      description:
        'The names of its parts (the description’s schemes) or of its headers. Empty if the kind defines the fields.',
      resolve: ({ parts }) => Object.keys(parts ?? {}).toSorted(),
    }),
    vaultId: t.exposeID('vaultId', { nullable: true }),
    vault: t.field({
      type: VaultType,
      nullable: true,
      description: 'The external vault that stores it. Null for the built-in vault.',
      resolve: async ({ vaultId }, _args, ctx) => (vaultId ? await ctx.load(Vault, vaultId) : null),
    }),
    externalName: t.exposeString('externalName', {
      nullable: true,
      description: 'Its name in that vault.',
    }),
    externalFields: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Maps our part names to the vault’s, where they differ.',
      resolve: ({ externalFields }) => externalFields,
    }),
    origins: t.stringList({
      description:
        'The only origins that may receive it and, for an OAuth client, its tokens. Empty until its first ' +
        'connection, unless it was created with them.',
      resolve: ({ boundTo }) => boundTo?.split(' ') ?? [],
    }),
    status: t.expose('status', { type: CredentialReferenceStatusEnum }),
    version: t.exposeInt('version', {
      description:
        'Numbers its values from 1. For an external vault, which has its own versions, it stays 1.',
    }),
    fingerprint: t.exposeString('fingerprint', { description: fingerprint }),
    versions: t.field({
      type: [CredentialVersionType],
      description: `Its values, latest first; none for an external vault. At most ${maxActiveVersions} are not destroyed; the list shows the latest 100.`,
      complexity: 5,
      resolve: async ({ id }, _args, ctx) =>
        (await ctx.loadMany(CredentialVersion, 'referenceId', id))
          .toSorted((a, b) => b.version - a.version)
          .slice(0, 100),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the value expires at the provider.',
    }),
    lastRotatedAt: t.expose('lastRotatedAt', { type: 'DateTime' }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    destroyedAt: t.expose('destroyedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
