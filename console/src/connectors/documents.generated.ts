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

/** Whether it only reads, or changes data at the provider. */
export type CapabilityMode =
  | 'read'
  | 'write';

export type ConnectorImportStatus =
  | 'FAILED'
  | 'RUNNING'
  | 'SUCCEEDED'
  | 'WAITING';

export type ConnectorSource =
  /** A remote MCP server, whose tools become capabilities. */
  | 'MCP'
  /** An OpenAPI document, 3.0 or 3.1, in JSON or YAML. */
  | 'OPENAPI';

export type ConnectorStatus =
  | 'DELETED'
  | 'FAILED'
  | 'IMPORTING'
  | 'READY';

export type CreateConnectorInput = {
  /** Further addresses for connections, for providers that give each account its own address, such as `https://*.example.net/api`. `*` stands for part of one label of the host or one segment of the path. The part after the last `*` of the host must be a domain with one owner. Without `*` it is a single address. */
  baseUrlPatterns?: Array<string> | null | undefined;
  /** The BEARER, BASIC or CUSTOM credential for an MCP server that does not list its tools publicly. From then on it works only for that origin. An MCP server with OAuth needs none: create a connection instead. */
  credentialReferenceId?: string | null | undefined;
  description?: string | null | undefined;
  /** The description itself, instead of its URL; up to 32 MiB over REST. */
  document?: string | null | undefined;
  /** Unique in the workspace. Required except for a ready-made connector, which has a name. */
  name?: string | null | undefined;
  /** The id of a ready-made connector, instead of a URL or a document. Its description ships with this version. */
  readyMade?: string | null | undefined;
  /** Required except for a ready-made connector, which uses OPENAPI. */
  source?: ConnectorSource | null | undefined;
  /** The URL of the description or of the MCP server, on the public internet with https unless the operator allows the host. */
  url?: string | null | undefined;
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

export type DeleteConnectorInput = {
  /** The connector. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
};

export type ImportConnectorInput = {
  /** The description, instead of reading it from the connector’s URL or from this version. */
  document?: string | null | undefined;
  /** The connector. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
};

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

export type UpdateConnectorInput = {
  /** All patterns; they replace the old ones and must cover every current connection. Further addresses for connections, for providers that give each account its own address, such as `https://*.example.net/api`. `*` stands for part of one label of the host or one segment of the path. The part after the last `*` of the host must be a domain with one owner. Without `*` it is a single address. */
  baseUrlPatterns?: Array<string> | null | undefined;
  /** The credential of the next import for an MCP server. */
  credentialReferenceId?: string | null | undefined;
  description?: string | null | undefined;
  /** The connector. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
  name?: string | null | undefined;
  /** The URL for the next import; the connector stops being ready-made. */
  url?: string | null | undefined;
};

export type MemberNameFragment = { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null };

export type ActorNameFragment = { __typename: 'Actor', kind: ActorKind, id: string | null, name: string | null };

export type ConnectorRowFragment = { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number };

export type ImportStateFragment = { __typename: 'ConnectorImport', id: string, status: ConnectorImportStatus, operations: number | null, added: number, changed: number, removed: number, unchanged: number, failure: string | null, failureCode: string | null, findingCount: number, createdAt: string, endedAt: string | null };

export type ConnectorsQueryVariables = Exact<{
  before?: string | null | undefined;
}>;


export type ConnectorsQuery = { connectors: { __typename: 'QueryConnectorsConnection', edges: Array<{ __typename: 'QueryConnectorsConnectionEdge', node: { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number } }>, pageInfo: { __typename: 'PageInfo', hasPreviousPage: boolean, startCursor: string | null } } | null };

export type ReadyMadeConnectorsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadyMadeConnectorsQuery = { readyMadeConnectors: Array<{ __typename: 'ReadyMadeConnector', id: string, name: string, description: string }> | null, connectors: { __typename: 'QueryConnectorsConnection', edges: Array<{ __typename: 'QueryConnectorsConnectionEdge', node: { __typename: 'Connector', id: string, readyMade: string | null } }> } | null };

export type ConnectorQueryVariables = Exact<{
  id: string;
}>;


export type ConnectorQuery = { connector: { __typename: 'Connector', sourceUrl: string | null, credentialReferenceId: string | null, baseUrlPatterns: Array<string>, baseUrlProposals: Array<string>, schemes: unknown, createdAt: string, deletedAt: string | null, id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number, createdBy: { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null } | null, servers: Array<{ __typename: 'ConnectorServer', url: string, description: string }>, latestImport: { __typename: 'ConnectorImport', id: string, status: ConnectorImportStatus, operations: number | null, added: number, changed: number, removed: number, unchanged: number, failure: string | null, failureCode: string | null, findingCount: number, createdAt: string, endedAt: string | null, requestedBy: { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null } | null, findings: Array<{ __typename: 'ConnectorFinding', code: string, message: string, pointer: string }> } | null } | null };

export type ConnectorCapabilitiesQueryVariables = Exact<{
  connectorId: string;
  drifted?: boolean | null | undefined;
  removed?: boolean | null | undefined;
  before?: string | null | undefined;
}>;


export type ConnectorCapabilitiesQuery = { connectorCapabilities: { __typename: 'QueryConnectorCapabilitiesConnection', edges: Array<{ __typename: 'QueryConnectorCapabilitiesConnectionEdge', node: { __typename: 'Capability', id: string, key: string, title: string, mode: CapabilityMode, driftedAt: string | null, removedAt: string | null } }>, pageInfo: { __typename: 'PageInfo', hasPreviousPage: boolean, startCursor: string | null } } | null };

export type ImportCredentialsQueryVariables = Exact<{ [key: string]: never; }>;


export type ImportCredentialsQuery = { credentialReferences: { __typename: 'QueryCredentialReferencesConnection', edges: Array<{ __typename: 'QueryCredentialReferencesConnectionEdge', node: { __typename: 'CredentialReference', id: string, provider: string, kind: CredentialKind, fingerprint: string } }> } | null };

export type CreateConnectorMutationVariables = Exact<{
  input: CreateConnectorInput;
}>;


export type CreateConnectorMutation = { createConnector: { __typename: 'CreateConnectorPayload', connector: { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number } } | null };

export type UpdateConnectorMutationVariables = Exact<{
  input: UpdateConnectorInput;
}>;


export type UpdateConnectorMutation = { updateConnector: { __typename: 'UpdateConnectorPayload', connector: { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number } } | null };

export type ImportConnectorMutationVariables = Exact<{
  input: ImportConnectorInput;
}>;


export type ImportConnectorMutation = { importConnector: { __typename: 'ImportConnectorPayload', connector: { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number, latestImport: { __typename: 'ConnectorImport', id: string, status: ConnectorImportStatus, operations: number | null, added: number, changed: number, removed: number, unchanged: number, failure: string | null, failureCode: string | null, findingCount: number, createdAt: string, endedAt: string | null } | null } } | null };

export type DeleteConnectorMutationVariables = Exact<{
  input: DeleteConnectorInput;
}>;


export type DeleteConnectorMutation = { deleteConnector: { __typename: 'DeleteConnectorPayload', connector: { __typename: 'Connector', id: string, name: string, description: string, status: ConnectorStatus, source: ConnectorSource, readyMade: string | null, apiTitle: string | null, apiVersion: string | null, importedAt: string | null, rowVersion: number } } | null };

export const MemberNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<MemberNameFragment, unknown>;
export const ActorNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActorName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<ActorNameFragment, unknown>;
export const ConnectorRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<ConnectorRowFragment, unknown>;
export const ImportStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ImportState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectorImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"removed"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"failureCode"}},{"kind":"Field","name":{"kind":"Name","value":"findingCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as unknown as DocumentNode<ImportStateFragment, unknown>;
export const ConnectorsDocument = {"__meta__":{"id":"1a942ea9eb4a4362eda4a03764f9becf022a404c2b840d1e9ca896c1c960a4fa"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Connectors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<ConnectorsQuery, ConnectorsQueryVariables>;
export const ReadyMadeConnectorsDocument = {"__meta__":{"id":"f4c05a02c66d17702518f4b08a025d465962772af8209d818aa2208b0ffe22f1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadyMadeConnectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"readyMadeConnectors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"connectors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReadyMadeConnectorsQuery, ReadyMadeConnectorsQueryVariables>;
export const ConnectorDocument = {"__meta__":{"id":"9f3895f2285a87feea88c3996c0c1c845df963f3505a6601d757d2bdf96cad0b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Connector"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connector"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}},{"kind":"Field","name":{"kind":"Name","value":"sourceUrl"}},{"kind":"Field","name":{"kind":"Name","value":"credentialReferenceId"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrlPatterns"}},{"kind":"Field","name":{"kind":"Name","value":"baseUrlProposals"}},{"kind":"Field","name":{"kind":"Name","value":"schemes"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}},{"kind":"Field","name":{"kind":"Name","value":"servers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestImport"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ImportState"}},{"kind":"Field","name":{"kind":"Name","value":"requestedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"findings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"pointer"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ImportState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectorImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"removed"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"failureCode"}},{"kind":"Field","name":{"kind":"Name","value":"findingCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as unknown as DocumentNode<ConnectorQuery, ConnectorQueryVariables>;
export const ConnectorCapabilitiesDocument = {"__meta__":{"id":"61800054a7dbe62c25c0a1c251c6d9266a47247f93fafcd05d142a3fecac9db0"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConnectorCapabilities"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"connectorId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"drifted"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"removed"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"connectorCapabilities"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"connectorId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"connectorId"}}},{"kind":"Argument","name":{"kind":"Name","value":"drifted"},"value":{"kind":"Variable","name":{"kind":"Name","value":"drifted"}}},{"kind":"Argument","name":{"kind":"Name","value":"removed"},"value":{"kind":"Variable","name":{"kind":"Name","value":"removed"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"driftedAt"}},{"kind":"Field","name":{"kind":"Name","value":"removedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ConnectorCapabilitiesQuery, ConnectorCapabilitiesQueryVariables>;
export const ImportCredentialsDocument = {"__meta__":{"id":"6bcb791545237a69df3e14adaef7178f74aa2b7f768d21b2b7fa948691113521"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ImportCredentials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credentialReferences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ImportCredentialsQuery, ImportCredentialsQueryVariables>;
export const CreateConnectorDocument = {"__meta__":{"id":"6d64d5f93d75c2c3ed86766cf4c395252bcef2b7e0739426ae5edf01edc0b3c2"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateConnector"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateConnectorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createConnector"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<CreateConnectorMutation, CreateConnectorMutationVariables>;
export const UpdateConnectorDocument = {"__meta__":{"id":"50619ea2a5b1c5d6eac67afaaf1276b7a4eb85d3234cf27462812421e4a15526"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateConnector"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateConnectorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateConnector"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<UpdateConnectorMutation, UpdateConnectorMutationVariables>;
export const ImportConnectorDocument = {"__meta__":{"id":"8fa64de8cbdb08be419ce5d82fc0837747b27a50bfb1d76d9ae3dd5872525db9"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportConnector"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImportConnectorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importConnector"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}},{"kind":"Field","name":{"kind":"Name","value":"latestImport"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ImportState"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ImportState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ConnectorImport"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"added"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}},{"kind":"Field","name":{"kind":"Name","value":"removed"}},{"kind":"Field","name":{"kind":"Name","value":"unchanged"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"failureCode"}},{"kind":"Field","name":{"kind":"Name","value":"findingCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as unknown as DocumentNode<ImportConnectorMutation, ImportConnectorMutationVariables>;
export const DeleteConnectorDocument = {"__meta__":{"id":"c8a6f532314c8bec8f0c410cb0446e6980f313aa50e00112b85207fb7ff8df99"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteConnector"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteConnectorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteConnector"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"connector"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ConnectorRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ConnectorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Connector"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"readyMade"}},{"kind":"Field","name":{"kind":"Name","value":"apiTitle"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"importedAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}}]}}]} as unknown as DocumentNode<DeleteConnectorMutation, DeleteConnectorMutationVariables>;