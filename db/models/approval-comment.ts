import { WorkspaceModel } from './base.ts';

/** One person's comment on a waiting request; never changed. */
export class ApprovalComment extends WorkspaceModel {
  static override tableName = 'approval_comment';
  declare requestId: string;
  declare memberId: string;
  declare personId: string;
  declare comment: string;
}
