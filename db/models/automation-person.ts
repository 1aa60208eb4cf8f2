import { WorkspaceModel } from './base.ts';

export const automationParts = ['CREATED', 'OWNED', 'ISSUED'] as const;
/** ISSUED: made or rotated one of its credentials, and so was shown its secret or holds its private key. */
export type AutomationPart = (typeof automationParts)[number];

/** A person behind an automation, for good: rows are added and never changed. */
export class AutomationPerson extends WorkspaceModel {
  static override tableName = 'automation_person';
  declare automationId: string;
  declare personId: string;
  declare part: AutomationPart;
}
