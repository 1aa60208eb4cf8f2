/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type ActorKind =
  | 'ANONYMOUS'
  | 'API_KEY'
  | 'AUTOMATION'
  | 'MCP_CREDENTIAL'
  | 'MEMBER'
  | 'PERSON'
  | 'SYSTEM';

export type AddCredentialVersionInput = {
  /** When the value expires at the provider. */
  expiresAt?: string | null | undefined;
  /** The credential reference. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
  /** Instead of a secret, for a reference with named parts: all parts, including those that connections send. */
  parts?: unknown;
  /** The new value, of the same kind. */
  secret?: unknown;
};

/** Whether it only reads, or changes data at the provider. */
export type CapabilityMode =
  | 'read'
  | 'write';

export type CreateCredentialReferenceInput = {
  /** When it expires at the provider. Events announce it 30, 7 and 1 days before. */
  expiresAt?: string | null | undefined;
  /** Maps our field names to the vault’s, such as `{"token": "GITHUB_TOKEN"}`. For CUSTOM without `headers`, the names of the parts. */
  externalFields?: unknown;
  /** Its name in that vault, such as `team/github`. The server reads it each time it needs it. */
  externalName?: string | null | undefined;
  /** Required without parts; with parts it is CUSTOM. */
  kind?: CredentialKind | null | undefined;
  /** The only origin that may receive it, such as `https://api.github.com`; for an OAuth client also the origin of its tokens. By default, the first connection sets it. */
  origins?: Array<string> | null | undefined;
  /** Instead of a secret, for a provider that combines several: an object of 1 to 10 parts, named like the description’s `schemes`. A part is a string, or `{username, password}` for a BASIC scheme. Each part goes where its scheme says. */
  parts?: unknown;
  /** The project whose connections may use it. */
  projectId: string;
  /** The name of the provider, such as `github`. */
  provider: string;
  /** The fields of the kind: `{apiKey}`, `{token}`, `{username, password}`, `{clientId, clientSecret}`, `{clientId}` of a public client, or `{headers}`. Each has at most 8,192 characters. The server seals the secret, and no call returns it. */
  secret?: unknown;
  /** Instead of a secret: the external vault that stores it. */
  vaultId?: string | null | undefined;
};

export type CreateVaultInput = {
  /** The origin of the vault, on the public internet with https unless the operator allows the host. */
  address: string;
  driver: VaultDriver;
  /** The mount path of the engine, such as `secret`. */
  mount: string;
  /** Unique in the workspace. */
  name: string;
  /** For a vault with namespaces. */
  namespace?: string | null | undefined;
  /** The token for reading it. A read-only policy for the needed secrets suffices. The server seals it and never returns it. */
  token: string;
};

export type CredentialKind =
  /** `{apiKey}`, sent in the header or parameter that the provider names. */
  | 'API_KEY'
  /** `{username, password}`. RFC 7617. */
  | 'BASIC'
  /** `{token}`, sent as `Authorization: Bearer`. RFC 6750. */
  | 'BEARER'
  /** `{headers}`, 1 to 5 by name; or named parts. */
  | 'CUSTOM'
  /** `{clientId, clientSecret}` of a client (RFC 6749 §2.3.1), or `{clientId}` of a public one. */
  | 'OAUTH2_CLIENT'
  /** The tokens of an authorization server for a connection. Only the connection writes it. */
  | 'OAUTH2_TOKENS';

export type CredentialReferenceStatus =
  | 'ACTIVE'
  | 'DESTROYED';

export type CredentialVersionStatus =
  | 'ACTIVE'
  | 'DESTROYED';

export type DeleteVaultInput = {
  /** The vault. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
};

export type DestroyCredentialReferenceInput = {
  /** The credential reference. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
};

export type DestroyCredentialVersionInput = {
  /** The credential reference. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
  /** An earlier version than the current one. */
  version: number;
};

export type McpGrantStatus =
  | 'ACTIVE'
  | 'REVOKED';

export type MemberKind =
  | 'AUTOMATION'
  | 'HUMAN';

/** The permissions of a member. Each member has one role; the `roles` query lists its permissions. */
export type Role =
  | 'ADMIN'
  | 'ANALYST'
  | 'APPROVER'
  | 'BILLING_ADMINISTRATOR'
  | 'COMPLIANCE_REVIEWER'
  | 'DEVELOPER'
  | 'DOCUMENTATION_EDITOR'
  | 'OWNER'
  | 'SECURITY_ADMINISTRATOR'
  | 'SUPPORT'
  | 'VIEWER';

export type TestVaultInput = {
  /** The vault. */
  id: string;
};

export type UpdateVaultInput = {
  /** The vault. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
  name?: string | null | undefined;
  /** The new token for reading it. */
  token?: string | null | undefined;
};

export type VaultDriver =
  /** A key-value secrets engine, version 2, of HashiCorp Vault or OpenBao. */
  | 'KEY_VALUE';

export type VaultStatus =
  | 'ACTIVE'
  | 'DELETED';

export type MemberNameFragment = { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null };

export type ActorNameFragment = { __typename: 'Actor', kind: ActorKind, id: string | null, name: string | null };

export type ReferenceRowFragment = { __typename: 'CredentialReference', id: string, provider: string, kind: CredentialKind, status: CredentialReferenceStatus, version: number, fingerprint: string, expiresAt: string | null, lastRotatedAt: string, rowVersion: number, project: { __typename: 'Project', id: string, name: string } | null, vault: { __typename: 'Vault', id: string, name: string } | null };

export type ReferenceVersionsFragment = { __typename: 'CredentialReference', versions: Array<{ __typename: 'CredentialVersion', version: number, fingerprint: string, status: CredentialVersionStatus, createdAt: string, destroyedAt: string | null }> };

export type VaultRowFragment = { __typename: 'Vault', id: string, name: string, address: string, mount: string, namespace: string | null, driver: VaultDriver, status: VaultStatus, createdAt: string, rowVersion: number };

export type CredentialReferencesQueryVariables = Exact<{
  before?: string | null | undefined;
}>;


export type CredentialReferencesQuery = { credentialReferences: { __typename: 'QueryCredentialReferencesConnection', edges: Array<{ __typename: 'QueryCredentialReferencesConnectionEdge', node: { __typename: 'CredentialReference', id: string, provider: string, kind: CredentialKind, status: CredentialReferenceStatus, version: number, fingerprint: string, expiresAt: string | null, lastRotatedAt: string, rowVersion: number, project: { __typename: 'Project', id: string, name: string } | null, vault: { __typename: 'Vault', id: string, name: string } | null } }>, pageInfo: { __typename: 'PageInfo', hasPreviousPage: boolean, startCursor: string | null } } | null };

export type CredentialReferenceQueryVariables = Exact<{
  id: string;
}>;


export type CredentialReferenceQuery = { credentialReference: { __typename: 'CredentialReference', reference: string, externalName: string | null, externalFields: unknown, origins: Array<string>, parts: Array<string>, destroyedAt: string | null, createdAt: string, id: string, provider: string, kind: CredentialKind, status: CredentialReferenceStatus, version: number, fingerprint: string, expiresAt: string | null, lastRotatedAt: string, rowVersion: number, createdBy: { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null } | null, project: { __typename: 'Project', id: string, name: string } | null, vault: { __typename: 'Vault', id: string, name: string } | null, versions: Array<{ __typename: 'CredentialVersion', version: number, fingerprint: string, status: CredentialVersionStatus, createdAt: string, destroyedAt: string | null }> } | null };

export type VaultsQueryVariables = Exact<{
  before?: string | null | undefined;
}>;


export type VaultsQuery = { vaults: { __typename: 'QueryVaultsConnection', edges: Array<{ __typename: 'QueryVaultsConnectionEdge', node: { __typename: 'Vault', id: string, name: string, address: string, mount: string, namespace: string | null, driver: VaultDriver, status: VaultStatus, createdAt: string, rowVersion: number } }>, pageInfo: { __typename: 'PageInfo', hasPreviousPage: boolean, startCursor: string | null } } | null };

export type VaultQueryVariables = Exact<{
  id: string;
}>;


export type VaultQuery = { vault: { __typename: 'Vault', deletedAt: string | null, id: string, name: string, address: string, mount: string, namespace: string | null, driver: VaultDriver, status: VaultStatus, createdAt: string, rowVersion: number, createdBy: { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null } | null } | null };

export type VaultChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type VaultChoicesQuery = { projects: { __typename: 'QueryProjectsConnection', edges: Array<{ __typename: 'QueryProjectsConnectionEdge', node: { __typename: 'Project', id: string, name: string } }> } | null, vaults: { __typename: 'QueryVaultsConnection', edges: Array<{ __typename: 'QueryVaultsConnectionEdge', node: { __typename: 'Vault', id: string, name: string } }> } | null };

export type CreateCredentialReferenceMutationVariables = Exact<{
  input: CreateCredentialReferenceInput;
}>;


export type CreateCredentialReferenceMutation = { createCredentialReference: { __typename: 'CreateCredentialReferencePayload', credentialReference: { __typename: 'CredentialReference', id: string } } | null };

export type AddCredentialVersionMutationVariables = Exact<{
  input: AddCredentialVersionInput;
}>;


export type AddCredentialVersionMutation = { addCredentialVersion: { __typename: 'AddCredentialVersionPayload', credentialReference: { __typename: 'CredentialReference', id: string } } | null };

export type DestroyCredentialVersionMutationVariables = Exact<{
  input: DestroyCredentialVersionInput;
}>;


export type DestroyCredentialVersionMutation = { destroyCredentialVersion: { __typename: 'DestroyCredentialVersionPayload', credentialReference: { __typename: 'CredentialReference', id: string, provider: string, kind: CredentialKind, status: CredentialReferenceStatus, version: number, fingerprint: string, expiresAt: string | null, lastRotatedAt: string, rowVersion: number, project: { __typename: 'Project', id: string, name: string } | null, vault: { __typename: 'Vault', id: string, name: string } | null, versions: Array<{ __typename: 'CredentialVersion', version: number, fingerprint: string, status: CredentialVersionStatus, createdAt: string, destroyedAt: string | null }> } } | null };

export type DestroyCredentialReferenceMutationVariables = Exact<{
  input: DestroyCredentialReferenceInput;
}>;


export type DestroyCredentialReferenceMutation = { destroyCredentialReference: { __typename: 'DestroyCredentialReferencePayload', credentialReference: { __typename: 'CredentialReference', id: string, provider: string, kind: CredentialKind, status: CredentialReferenceStatus, version: number, fingerprint: string, expiresAt: string | null, lastRotatedAt: string, rowVersion: number, project: { __typename: 'Project', id: string, name: string } | null, vault: { __typename: 'Vault', id: string, name: string } | null, versions: Array<{ __typename: 'CredentialVersion', version: number, fingerprint: string, status: CredentialVersionStatus, createdAt: string, destroyedAt: string | null }> } } | null };

export type CreateVaultMutationVariables = Exact<{
  input: CreateVaultInput;
}>;


export type CreateVaultMutation = { createVault: { __typename: 'CreateVaultPayload', vault: { __typename: 'Vault', id: string } } | null };

export type UpdateVaultMutationVariables = Exact<{
  input: UpdateVaultInput;
}>;


export type UpdateVaultMutation = { updateVault: { __typename: 'UpdateVaultPayload', vault: { __typename: 'Vault', id: string } } | null };

export type TestVaultMutationVariables = Exact<{
  input: TestVaultInput;
}>;


export type TestVaultMutation = { testVault: { __typename: 'TestVaultPayload', vault: { __typename: 'Vault', id: string, name: string, address: string, mount: string, namespace: string | null, driver: VaultDriver, status: VaultStatus, createdAt: string, rowVersion: number } } | null };

export type DeleteVaultMutationVariables = Exact<{
  input: DeleteVaultInput;
}>;


export type DeleteVaultMutation = { deleteVault: { __typename: 'DeleteVaultPayload', vault: { __typename: 'Vault', id: string, name: string, address: string, mount: string, namespace: string | null, driver: VaultDriver, status: VaultStatus, createdAt: string, rowVersion: number } } | null };

export type WhatHangsQueryVariables = Exact<{
  referenceId: string;
}>;


export type WhatHangsQuery = { connections: { __typename: 'QueryConnectionsConnection', edges: Array<{ __typename: 'QueryConnectionsConnectionEdge', node: { __typename: 'ProviderConnection', id: string, name: string } }> } | null, mcpGrants: { __typename: 'QueryMcpGrantsConnection', edges: Array<{ __typename: 'QueryMcpGrantsConnectionEdge', node: { __typename: 'McpGrant', id: string, status: McpGrantStatus, mode: CapabilityMode, connection: { __typename: 'ProviderConnection', id: string, name: string } | null, credential: { __typename: 'McpCredential', id: string, name: string } | null, capability: { __typename: 'Capability', id: string, title: string } | null, version: { __typename: 'McpServerVersion', id: string, server: { __typename: 'McpServer', id: string, name: string } | null } | null } }> } | null };

export const MemberNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<MemberNameFragment, unknown>;
export const ActorNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActorName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<ActorNameFragment, unknown>;
export const ReferenceRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRotatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ReferenceRowFragment, unknown>;
export const ReferenceVersionsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceVersions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"destroyedAt"}}]}}]}}]} as unknown as DocumentNode<ReferenceVersionsFragment, unknown>;
export const VaultRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VaultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Vault"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"mount"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<VaultRowFragment, unknown>;
export const CredentialReferencesDocument = {"__meta__":{"id":"2365bd34dd44b557b6788235c138f502cc5b85f81049db41f00dc9cad8ca1847"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CredentialReferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credentialReferences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRotatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<CredentialReferencesQuery, CredentialReferencesQueryVariables>;
export const CredentialReferenceDocument = {"__meta__":{"id":"f75faaaefc9727fb6e656b574cb878d580cd22c8e8f892e76a68410f265f6859"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CredentialReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credentialReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceRow"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"externalName"}},{"kind":"Field","name":{"kind":"Name","value":"externalFields"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"parts"}},{"kind":"Field","name":{"kind":"Name","value":"destroyedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberName"}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceVersions"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRotatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceVersions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"destroyedAt"}}]}}]}}]} as unknown as DocumentNode<CredentialReferenceQuery, CredentialReferenceQueryVariables>;
export const VaultsDocument = {"__meta__":{"id":"bb10db9f8739c4df3363c3bec6c354af2395f09a57e6f28e3973efdfbc2b21ad"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Vaults"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"vaults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"VaultRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VaultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Vault"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"mount"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<VaultsQuery, VaultsQueryVariables>;
export const VaultDocument = {"__meta__":{"id":"20869e305117781455364705d2b9f1108aac3c3a00a930583ad48b8e21de3f7f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Vault"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"vault"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"VaultRow"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberName"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VaultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Vault"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"mount"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<VaultQuery, VaultQueryVariables>;
export const VaultChoicesDocument = {"__meta__":{"id":"0581a98d6d09582a604acdbd1ffcefb21431f81fcd3acad8e7022a7a26a9ffcc"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VaultChoices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projects"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"vaults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<VaultChoicesQuery, VaultChoicesQueryVariables>;
export const CreateCredentialReferenceDocument = {"__meta__":{"id":"fe672d424ea9531355f826b9eb7c57c22d27a78ce4afe05c56f7bcaa6a2ad39c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCredentialReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCredentialReferenceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCredentialReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"credentialReference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<CreateCredentialReferenceMutation, CreateCredentialReferenceMutationVariables>;
export const AddCredentialVersionDocument = {"__meta__":{"id":"28f8bdacee88bc6cb5c9737220513ba667b10c297fbb67407f923a1e21fb631c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddCredentialVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddCredentialVersionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addCredentialVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"credentialReference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<AddCredentialVersionMutation, AddCredentialVersionMutationVariables>;
export const DestroyCredentialVersionDocument = {"__meta__":{"id":"76f085aff9351715693e77bf6400b23e7e615a9d784f58f0212d4dc45ab96b7d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DestroyCredentialVersion"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DestroyCredentialVersionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destroyCredentialVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"credentialReference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceRow"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceVersions"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRotatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceVersions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"destroyedAt"}}]}}]}}]} as unknown as DocumentNode<DestroyCredentialVersionMutation, DestroyCredentialVersionMutationVariables>;
export const DestroyCredentialReferenceDocument = {"__meta__":{"id":"3289e1acdf87c2ad34f44f3c2314500ecd4132204e5da327f317efedb31c0cd5"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DestroyCredentialReference"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DestroyCredentialReferenceInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destroyCredentialReference"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"credentialReference"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceRow"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ReferenceVersions"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastRotatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"project"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ReferenceVersions"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CredentialReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"versions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"destroyedAt"}}]}}]}}]} as unknown as DocumentNode<DestroyCredentialReferenceMutation, DestroyCredentialReferenceMutationVariables>;
export const CreateVaultDocument = {"__meta__":{"id":"0a7464a1c135ea194594ef2124046579dce63121f31cc2b25b77d239a7f1376d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateVault"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateVaultInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createVault"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<CreateVaultMutation, CreateVaultMutationVariables>;
export const UpdateVaultDocument = {"__meta__":{"id":"18e11e22a5f4e3b3e8cfd2ef66eaa4922bc4cbed9e4b8fbecc998bcebea67c1b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateVault"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateVaultInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateVault"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateVaultMutation, UpdateVaultMutationVariables>;
export const TestVaultDocument = {"__meta__":{"id":"d6fcd0af28b72a8128b5857a99b81947ba17c824209c9cc7bd63f2d1303e8ef8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestVault"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TestVaultInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testVault"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"VaultRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VaultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Vault"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"mount"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<TestVaultMutation, TestVaultMutationVariables>;
export const DeleteVaultDocument = {"__meta__":{"id":"ec2e409a9eb30ff7d7be6f9927132ad9aa06a3fb17d604fe58bdf0b4918a852b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteVault"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteVaultInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteVault"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"vault"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"VaultRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VaultRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Vault"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"mount"}},{"kind":"Field","name":{"kind":"Name","value":"namespace"}},{"kind":"Field","name":{"kind":"Name","value":"driver"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<DeleteVaultMutation, DeleteVaultMutationVariables>;
export const WhatHangsDocument = {"__meta__":{"id":"89a8da3fa0980c8e886eb049b10435c8d8735fca6ee4c35141594e617e566fdf"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WhatHangs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"referenceId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connections"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"credentialReferenceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"referenceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"mcpGrants"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"credentialReferenceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"referenceId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"connection"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"credential"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"capability"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"server"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<WhatHangsQuery, WhatHangsQueryVariables>;