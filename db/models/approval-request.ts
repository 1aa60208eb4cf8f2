import { WorkspaceModel } from './base.ts';

export const approvalKinds = [
  'PRODUCTION_ACCESS',
  'WORKSPACE_DELETE',
  'MCP_SERVER',
  'MCP_TOOL_CALL',
  'API_PRODUCT_ACTIVATION',
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

/** A command that waits for a different person's decision, bound to the digest of its subject. */
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
  /** SHA-256 over the RFC 8785 form of kind, subject, command, and the kind's content of the subject. */
  declare subjectDigest: Buffer;
  declare command: Record<string, unknown>;
  declare summary: string;
  /** The requester, or the member in whose name the requesting agent works. */
  declare requestedBy: string;
  /** The credential of the requesting automation's access token; null for other requesters. */
  declare credentialId: string | null;
  /** The MCP credential of the requesting agent; null for other requesters. */
  declare mcpCredentialId: string | null;
  /** The accountable persons; none of them decides. */
  declare persons: string[];
  /** The workspace's event position at the request; smaller positions are older. */
  declare openedPosition: number;
  /** How many approvals are required. */
  declare quorum: number;
  declare status: ApprovalStatus;
  declare expiresAt: Date;
  declare endedAt: Date | null;
  /** The result of the execution, or why the request ended without a decision; null if the status says it. */
  declare outcome: string | null;
  /** SHA-256 of the token of the current execution; each execution has its own. */
  declare tokenDigest: Buffer | null;
  /** When an unfinished execution is given up. */
  declare executingUntil: Date | null;
  /** Since when no member can decide it. */
  declare strandedAt: Date | null;
  /** When the eligible approvers were reminded. */
  declare remindedAt: Date | null;
}
