import { WorkspaceModel } from './base.ts';

export const admissionKinds = ['INVITED', 'ADDED', 'RAISED', 'REACTIVATED'] as const;
export type AdmissionKind = (typeof admissionKinds)[number];

/** One member admitted another: invited, added by id, raised to a deciding role, or reactivated them. */
export class Admission extends WorkspaceModel {
  static override tableName = 'admission';
  declare memberId: string;
  declare admittedBy: string;
  declare kind: AdmissionKind;
}
