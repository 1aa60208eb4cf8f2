import { WorkspaceModel } from './base.ts';

export const approvalVerdicts = ['APPROVE', 'REJECT', 'REQUEST_CHANGES'] as const;
export type ApprovalVerdict = (typeof approvalVerdicts)[number];

/** One person's decision about a request; never changed. */
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
  /** The digest of the subject that the person saw. */
  declare digestSeen: Buffer;
  /** Whether no accountable person of the request had admitted this person. */
  declare isIndependent: boolean;
}
