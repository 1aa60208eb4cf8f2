import { WorkspaceModel } from './base.ts';

export const approvalKinds = [
  'PRODUCTION_ACCESS',
  'WORKSPACE_DELETE',
  'MCP_SERVER',
  'MCP_TOOL_CALL',
] as const;
export type ApprovalKindName = (typeof approvalKinds)[number];

export const approvalStatuses = [
  'PENDING',
  'APPROVED',
  'EXECUTING',
  'EXECUTED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'SUPERSEDED',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** A command that waits for somebody else's decision, bound to the digest of what it is about. */
export class ApprovalRequest extends WorkspaceModel {
  static override tableName = 'approval_request';
  static override decisive = [
    'workspaceId',
    'kind',
    'subjectType',
    'subjectId',
    'subjectDigest',
    'command',
    'requestedBy',
    'credentialId',
    'mcpCredentialId',
    'persons',
    'openedPosition',
    'quorum',
    'status',
    'expiresAt',
    'tokenDigest',
  ];
  static override jsonAttributes = ['command'];
  declare kind: ApprovalKindName;
  declare subjectType: string;
  declare subjectId: string;
  /** SHA-256 over the RFC 8785 form of kind, subject, command and what the kind says the subject is. */
  declare subjectDigest: Buffer;
  declare command: Record<string, unknown>;
  declare summary: string;
  /** The member who asked, or in whose name an agent did. */
  declare requestedBy: string;
  /** What the automation that asked got its access token with; null where it was none. */
  declare credentialId: string | null;
  /** The same of the agent that asked. */
  declare mcpCredentialId: string | null;
  /** Every person behind the request; none of them decides. */
  declare persons: string[];
  /** The event position of the workspace at which it was asked for; what has a smaller one is older. */
  declare openedPosition: number;
  /** How many have to approve. */
  declare quorum: number;
  declare status: ApprovalStatus;
  declare expiresAt: Date;
  declare endedAt: Date | null;
  /** How the execution went, or why it ended by itself, where that is more than its state. */
  declare outcome: string | null;
  /** SHA-256 of the token that whoever executes it now holds; one execution, one token. */
  declare tokenDigest: Buffer | null;
  /** When whoever executes it is given up. */
  declare executingUntil: Date | null;
  /** Since when nobody could decide it. */
  declare strandedAt: Date | null;
  /** When those who may decide were reminded of it. */
  declare remindedAt: Date | null;
}
