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

export type ApiProductVersionStatus =
  | 'DEPRECATED'
  | 'DISCARDED'
  | 'DRAFT'
  | 'PUBLISHED'
  | 'RETIRED'
  | 'SUPERSEDED';

export type ApplicationStatus =
  | 'ACTIVE'
  | 'DELETED'
  | 'SUSPENDED';

export type AssignApiProductInput = {
  applicationId: string;
  major: number;
  /** The ids of the operations that the application may call, by default all. */
  operations?: Array<string> | null | undefined;
  productId: string;
  /** By default without a limit. */
  quota?: ProductQuotaInput | null | undefined;
};

export type Environment =
  | 'LIVE'
  | 'SANDBOX';

export type MemberKind =
  | 'AUTOMATION'
  | 'HUMAN';

export type ProductAssignmentStatus =
  | 'ACTIVE'
  | 'REMOVED';

/** The most calls of an application in a period. */
export type ProductQuotaInput = {
  limit: number;
  period: QuotaPeriod;
};

export type QuotaPeriod =
  | 'DAY'
  | 'MONTH';

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

export type UnassignApiProductInput = {
  /** If given, an assignment of another application is not found. */
  applicationId?: string | null | undefined;
  /** The assignment. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
};

export type UpdateProductAssignmentInput = {
  /** If given, an assignment of another application is not found. */
  applicationId?: string | null | undefined;
  /** The assignment. */
  id: string;
  /** The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and answers `version_conflict`. */
  ifRowVersion?: number | null | undefined;
  /** The operations that the application may call; null for all. Absent, they stay. */
  operations?: Array<string> | null | undefined;
  /** Null removes the limit. Absent, it stays. */
  quota?: ProductQuotaInput | null | undefined;
};

export type MemberNameFragment = { __typename: 'Member', id: string, kind: MemberKind, role: Role, person: { __typename: 'Person', id: string, name: string, email: string } | null, automation: { __typename: 'Automation', id: string, name: string } | null };

export type ActorNameFragment = { __typename: 'Actor', kind: ActorKind, id: string | null, name: string | null };

export type AssignmentRowFragment = { __typename: 'ProductAssignment', id: string, applicationId: string, major: number, environment: Environment, operations: Array<string> | null, status: ProductAssignmentStatus, createdAt: string, rowVersion: number, product: { __typename: 'ApiProduct', id: string, slug: string, name: string } | null, quota: { __typename: 'ProductQuota', limit: number, period: QuotaPeriod } | null };

export type AssignedApplicationQueryVariables = Exact<{
  id: string;
}>;


export type AssignedApplicationQuery = { application: { __typename: 'Application', id: string, name: string, status: ApplicationStatus } | null };

export type AssignmentsQueryVariables = Exact<{
  applicationId: string;
  before?: string | null | undefined;
}>;


export type AssignmentsQuery = { productAssignments: { __typename: 'QueryProductAssignmentsConnection', edges: Array<{ __typename: 'QueryProductAssignmentsConnectionEdge', node: { __typename: 'ProductAssignment', id: string, applicationId: string, major: number, environment: Environment, operations: Array<string> | null, status: ProductAssignmentStatus, createdAt: string, rowVersion: number, product: { __typename: 'ApiProduct', id: string, slug: string, name: string } | null, quota: { __typename: 'ProductQuota', limit: number, period: QuotaPeriod } | null } }>, pageInfo: { __typename: 'PageInfo', hasPreviousPage: boolean, startCursor: string | null } } | null };

export type CoverageQueryVariables = Exact<{
  applicationId: string;
}>;


export type CoverageQuery = { productCoverage: Array<{ __typename: 'ProductCoverage', name: string, operations: number, tested: Array<string>, untested: Array<string>, version: { __typename: 'ApiProductVersion', id: string, major: number, number: number } | null }> | null };

export type AssignableProductsQueryVariables = Exact<{ [key: string]: never; }>;


export type AssignableProductsQuery = { apiProducts: { __typename: 'QueryApiProductsConnection', edges: Array<{ __typename: 'QueryApiProductsConnectionEdge', node: { __typename: 'ApiProduct', id: string, slug: string, name: string } }> } | null };

export type AssignableVersionsQueryVariables = Exact<{
  productId: string;
}>;


export type AssignableVersionsQuery = { apiProductVersions: { __typename: 'QueryApiProductVersionsConnection', edges: Array<{ __typename: 'QueryApiProductVersionsConnectionEdge', node: { __typename: 'ApiProductVersion', id: string, major: number, number: number, status: ApiProductVersionStatus } }> } | null };

export type AssignableOperationsQueryVariables = Exact<{
  id: string;
}>;


export type AssignableOperationsQuery = { apiProductVersion: { __typename: 'ApiProductVersion', id: string, operations: Array<{ __typename: 'ApiProductOperation', operationId: string, method: string, path: string }> } | null };

export type AssignProductMutationVariables = Exact<{
  input: AssignApiProductInput;
}>;


export type AssignProductMutation = { assignApiProduct: { __typename: 'AssignApiProductPayload', productAssignment: { __typename: 'ProductAssignment', id: string, applicationId: string, major: number, environment: Environment, operations: Array<string> | null, status: ProductAssignmentStatus, createdAt: string, rowVersion: number, product: { __typename: 'ApiProduct', id: string, slug: string, name: string } | null, quota: { __typename: 'ProductQuota', limit: number, period: QuotaPeriod } | null } } | null };

export type UpdateAssignmentMutationVariables = Exact<{
  input: UpdateProductAssignmentInput;
}>;


export type UpdateAssignmentMutation = { updateProductAssignment: { __typename: 'UpdateProductAssignmentPayload', productAssignment: { __typename: 'ProductAssignment', id: string, applicationId: string, major: number, environment: Environment, operations: Array<string> | null, status: ProductAssignmentStatus, createdAt: string, rowVersion: number, product: { __typename: 'ApiProduct', id: string, slug: string, name: string } | null, quota: { __typename: 'ProductQuota', limit: number, period: QuotaPeriod } | null } } | null };

export type UnassignProductMutationVariables = Exact<{
  input: UnassignApiProductInput;
}>;


export type UnassignProductMutation = { unassignApiProduct: { __typename: 'UnassignApiProductPayload', productAssignment: { __typename: 'ProductAssignment', id: string, applicationId: string, major: number, environment: Environment, operations: Array<string> | null, status: ProductAssignmentStatus, createdAt: string, rowVersion: number, product: { __typename: 'ApiProduct', id: string, slug: string, name: string } | null, quota: { __typename: 'ProductQuota', limit: number, period: QuotaPeriod } | null } } | null };

export const MemberNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Member"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"automation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<MemberNameFragment, unknown>;
export const ActorNameFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ActorName"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Actor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]} as unknown as DocumentNode<ActorNameFragment, unknown>;
export const AssignmentRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignmentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProductAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}}]}}]}}]} as unknown as DocumentNode<AssignmentRowFragment, unknown>;
export const AssignedApplicationDocument = {"__meta__":{"id":"aa79c56e19089a236c2154fb6cf68aeea30807783ebb873d8d99517b6e44a72a"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AssignedApplication"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"application"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<AssignedApplicationQuery, AssignedApplicationQueryVariables>;
export const AssignmentsDocument = {"__meta__":{"id":"0c386dc3288063e8886bdb2233d379c308186dbf3a19d2aefd2991e010266433"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Assignments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"applicationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productAssignments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"applicationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"applicationId"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AssignmentRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignmentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProductAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}}]}}]}}]} as unknown as DocumentNode<AssignmentsQuery, AssignmentsQueryVariables>;
export const CoverageDocument = {"__meta__":{"id":"6864358a46e12267211a6de2afd14fc6a96d7bd0fc2f8b9332a6c5c8b8d88722"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Coverage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"applicationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productCoverage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"applicationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"applicationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"tested"}},{"kind":"Field","name":{"kind":"Name","value":"untested"}},{"kind":"Field","name":{"kind":"Name","value":"version"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"number"}}]}}]}}]}}]} as unknown as DocumentNode<CoverageQuery, CoverageQueryVariables>;
export const AssignableProductsDocument = {"__meta__":{"id":"1cfa744a77ad84d31cf4ccc1918315bdb3fa310600f67a358707411bc3518509"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AssignableProducts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiProducts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AssignableProductsQuery, AssignableProductsQueryVariables>;
export const AssignableVersionsDocument = {"__meta__":{"id":"b33da1e0ed8c2f2bb990ad48ca3869f197358e3678385a6a2f723de0da4d14fb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AssignableVersions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"productId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiProductVersions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"productId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"productId"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AssignableVersionsQuery, AssignableVersionsQueryVariables>;
export const AssignableOperationsDocument = {"__meta__":{"id":"a43672f0defe9c25a40e67fa6185077c41bba6dad08b2e595cff1f9e720d7ae3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AssignableOperations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiProductVersion"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"operations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"operationId"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}}]}}]} as unknown as DocumentNode<AssignableOperationsQuery, AssignableOperationsQueryVariables>;
export const AssignProductDocument = {"__meta__":{"id":"bf9becaecc63a1925b00502d3a489bc935719e3ceeb05da8326f638afca19d3e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AssignProduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AssignApiProductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignApiProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"productAssignment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AssignmentRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignmentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProductAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}}]}}]}}]} as unknown as DocumentNode<AssignProductMutation, AssignProductMutationVariables>;
export const UpdateAssignmentDocument = {"__meta__":{"id":"ab6c31bdb73210522a126ccc556df8981491ca482184ccabe196ddbc1a544f63"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAssignment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProductAssignmentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProductAssignment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"productAssignment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AssignmentRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignmentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProductAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}}]}}]}}]} as unknown as DocumentNode<UpdateAssignmentMutation, UpdateAssignmentMutationVariables>;
export const UnassignProductDocument = {"__meta__":{"id":"3eecda14b1e22b7d9b4f498a279fe934de448676fe4cefb6752a66ecd8e4c40b"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnassignProduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UnassignApiProductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unassignApiProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"productAssignment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"AssignmentRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AssignmentRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ProductAssignment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"applicationId"}},{"kind":"Field","name":{"kind":"Name","value":"major"}},{"kind":"Field","name":{"kind":"Name","value":"environment"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"rowVersion"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"slug"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}}]}}]}}]} as unknown as DocumentNode<UnassignProductMutation, UnassignProductMutationVariables>;