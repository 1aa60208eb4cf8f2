import { WorkspaceModel } from './base.ts';

export const admissionKinds = ['INVITED', 'ADDED', 'RAISED', 'REACTIVATED'] as const;
export type AdmissionKind = (typeof admissionKinds)[number];

/** One member let another in: by an invitation, by their id, to a role that decides, or back after a suspension. */
export class Admission extends WorkspaceModel {
  static override tableName = 'admission';
  declare memberId: string;
  declare admittedBy: string;
  declare kind: AdmissionKind;
}
