import { WorkspaceModel } from './base.ts';
import type { Role } from './member.ts';

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** An address that may become a member, with its future role. */
export class Invitation extends WorkspaceModel {
  static override tableName = 'invitation';
  static override decisive = [
    'workspaceId',
    'email',
    'emailKey',
    'role',
    'status',
    'digest',
    'invitedBy',
    'invitedFirstBy',
    'expiresAt',
  ];
  declare email: string;
  /** The address in lower case: one pending invitation per address and workspace. */
  declare emailKey: string;
  declare role: Role;
  declare status: InvitationStatus;
  /** SHA-256 of the last mailed token. */
  declare digest: Buffer;
  /** The member who sent it last, and is responsible for it. */
  declare invitedBy: string;
  /** The member who first invited the address; null in rows of earlier versions. */
  declare invitedFirstBy: string | null;
  /** The resulting member. */
  declare memberId: string | null;
  declare sentAt: Date;
  declare resends: number;
  declare expiresAt: Date;
  declare endedAt: Date | null;
  declare reason: string | null;
}
