import { WorkspaceModel } from './base.ts';

export const mcpServerVersionStatuses = [
  'DRAFT',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
  'PUBLISHED',
  'DEPRECATED',
  'QUARANTINED',
  'RETIRED',
] as const;
export type McpServerVersionStatus = (typeof mcpServerVersionStatuses)[number];

/** The unpublished states, of which a server has at most one version. */
export const openVersionStatuses: ReadonlySet<McpServerVersionStatus> = new Set([
  'DRAFT',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'APPROVED',
]);

/** The states in which agents find the tools, unless something else prevents it. */
export const servingVersionStatuses: ReadonlySet<McpServerVersionStatus> = new Set([
  'PUBLISHED',
  'DEPRECATED',
]);

/** The tools of a server, reviewed as a whole. */
export class McpServerVersion extends WorkspaceModel {
  static override tableName = 'mcp_server_version';
  static override decisive = ['workspaceId', 'serverId', 'number', 'status', 'retiresAt'];
  declare serverId: string;
  /** Counted from 1 in each server. */
  declare number: number;
  declare status: McpServerVersionStatus;
  /** The latest request for a review. */
  declare approvalRequestId: string | null;
  /** Why it was sent back, quarantined or retired. */
  declare reason: string | null;
  declare submittedAt: Date | null;
  declare approvedAt: Date | null;
  declare publishedAt: Date | null;
  declare quarantinedAt: Date | null;
  /** Until when a deprecated version serves. */
  declare retiresAt: Date | null;
  declare retiredAt: Date | null;
  /** The member who began it. */
  declare createdBy: string;
}
