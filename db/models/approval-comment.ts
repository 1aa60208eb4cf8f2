import { WorkspaceModel } from './base.ts';

/** What one person said of a request while it waited; never changed. */
export class ApprovalComment extends WorkspaceModel {
  static override tableName = 'approval_comment';
  declare requestId: string;
  declare memberId: string;
  declare personId: string;
  declare comment: string;
}
