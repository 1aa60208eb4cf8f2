import { WorkspaceModel } from './base.ts';

// spec §2, Workspace member
export const roles = [
  'OWNER',
  'ADMIN',
  'DEVELOPER',
  'APPROVER',
  'SECURITY_ADMINISTRATOR',
  'DOCUMENTATION_EDITOR',
  'BILLING_ADMINISTRATOR',
  'ANALYST',
  'SUPPORT',
  'COMPLIANCE_REVIEWER',
  'VIEWER',
] as const;
export type Role = (typeof roles)[number];

/** UNCONFIRMED waits for the person's confirmation. */
export const memberStatuses = ['ACTIVE', 'UNCONFIRMED', 'SUSPENDED', 'REMOVED'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export const memberKinds = ['HUMAN', 'AUTOMATION'] as const;
export type MemberKind = (typeof memberKinds)[number];

export class Member extends WorkspaceModel {
  static override tableName = 'member';
  static override decisive = [
    'workspaceId',
    'personId',
    'kind',
    'role',
    'roleSince',
    'rolePosition',
    'status',
    'activeSince',
    'activePosition',
    'activations',
  ];
  /** Null for an automation. */
  declare personId: string | null;
  declare kind: MemberKind;
  declare role: Role;
  /** Since when the member has had this role without interruption, by the writer's clock; for display. */
  declare roleSince: Date;
  /** The same as an event position of the workspace, for four-eyes rules. */
  declare rolePosition: number;
  declare status: MemberStatus;
  /** Since when the membership has been active without interruption, by the writer's clock; for display. */
  declare activeSince: Date;
  /** The same as an event position of the workspace, for four-eyes rules. */
  declare activePosition: number;
  /**
   * How often the membership began: 0 before the person's first confirmation, and 1 more with each return.
   */
  declare activations: number;
  declare joinedAt: Date;
  /** The member who admitted this one; null for the founder. */
  declare addedBy: string | null;
}
