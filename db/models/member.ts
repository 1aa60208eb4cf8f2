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

/** UNCONFIRMED waits for its person to confirm it. */
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
  /** Since when the member has this role without a break, by the clock of whoever wrote it; for people to read. */
  declare roleSince: Date;
  /** The same as an event position of the workspace; four-eyes rules ask for it. */
  declare rolePosition: number;
  declare status: MemberStatus;
  /** Since when the membership is active without a break, by the clock of whoever wrote it; for people to read. */
  declare activeSince: Date;
  /** The same as an event position of the workspace; four-eyes rules ask for it. */
  declare activePosition: number;
  /** How often the membership began: 0 while it waits for its person for the first time. Each return counts one more. */
  declare activations: number;
  declare joinedAt: Date;
  /** The member who let this one in; null for the founder. */
  declare addedBy: string | null;
}
