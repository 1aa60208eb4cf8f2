import { WorkspaceModel } from './base.ts';

export const approvalVerdicts = ['APPROVE', 'REJECT', 'REQUEST_CHANGES'] as const;
export type ApprovalVerdict = (typeof approvalVerdicts)[number];

/** What one person decided about a request; never changed. */
export class ApprovalDecision extends WorkspaceModel {
  static override tableName = 'approval_decision';
  static override decisive = [
    'workspaceId',
    'requestId',
    'memberId',
    'personId',
    'verdict',
    'digestSeen',
    'isIndependent',
  ];
  declare requestId: string;
  declare memberId: string;
  declare personId: string;
  declare verdict: ApprovalVerdict;
  declare comment: string | null;
  /** The digest of the subject as the person saw it. */
  declare digestSeen: Buffer;
  /** Whether nobody behind the request had let this person in. */
  declare isIndependent: boolean;
}
