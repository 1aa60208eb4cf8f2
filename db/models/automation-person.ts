import { WorkspaceModel } from './base.ts';

export const automationParts = ['CREATED', 'OWNED', 'ISSUED'] as const;
/** ISSUED: made or rotated a credential of it, and so saw its secret or has its private key. */
export type AutomationPart = (typeof automationParts)[number];

/** A person accountable for an automation, permanently: rows are added and never changed. */
export class AutomationPerson extends WorkspaceModel {
  static override tableName = 'automation_person';
  declare automationId: string;
  declare personId: string;
  declare part: AutomationPart;
}
