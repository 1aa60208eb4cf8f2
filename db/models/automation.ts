import { WorkspaceModel } from './base.ts';

export const automationStatuses = ['ACTIVE', 'SUSPENDED'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

/** A program that is a member of the workspace: its role and standing are those of its member. */
export class Automation extends WorkspaceModel {
  static override tableName = 'automation';
  static override decisive = ['workspaceId', 'memberId', 'ownerId', 'ownerActivations', 'status'];
  declare memberId: string;
  declare name: string;
  declare description: string;
  /** SUSPENDED since its owner was lost, until somebody adopts it. What stops it is read with every request. */
  declare status: AutomationStatus;
  /** The member who answers for it; a person. */
  declare ownerId: string;
  /** The owner's `activations` when they accepted: an owner who left and came back has to accept again. */
  declare ownerActivations: number;
  /** When it was written down that the owner was lost. */
  declare orphanedAt: Date | null;
  /** The member who may adopt it. */
  declare offeredTo: string | null;
  /** The member who offered it, and has to be one who may when it is adopted. */
  declare offeredBy: string | null;
  declare offeredAt: Date | null;
  declare createdBy: string;
}
