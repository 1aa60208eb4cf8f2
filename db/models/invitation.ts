import { WorkspaceModel } from './base.ts';
import type { Role } from './member.ts';

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/** An address that may become a member, with the role it then has. */
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
  /** SHA-256 of the token that was mailed last. */
  declare digest: Buffer;
  /** The member who vouches for it: who sent it last. */
  declare invitedBy: string;
  /** Who invited the address, whoever sent it again since; null of one from before this was kept. */
  declare invitedFirstBy: string | null;
  /** The member it has made. */
  declare memberId: string | null;
  declare sentAt: Date;
  declare resends: number;
  declare expiresAt: Date;
  declare endedAt: Date | null;
  declare reason: string | null;
}
