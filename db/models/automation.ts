import { WorkspaceModel } from './base.ts';

export const automationStatuses = ['ACTIVE', 'SUSPENDED'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

/** A program that is a member of the workspace; role and status are those of its member. */
export class Automation extends WorkspaceModel {
  static override tableName = 'automation';
  static override decisive = ['workspaceId', 'memberId', 'ownerId', 'ownerActivations', 'status'];
  declare memberId: string;
  declare name: string;
  declare description: string;
  /**
   * SUSPENDED after its owner is suspended or removed, until a member adopts it. Each request checks what
   * else stops it.
   */
  declare status: AutomationStatus;
  /** The member who is responsible for it; a person. */
  declare ownerId: string;
  /** The owner's `activations` at acceptance: an owner who left and returned must accept again. */
  declare ownerActivations: number;
  /** When the server recorded that the owner was suspended or removed. */
  declare orphanedAt: Date | null;
  /** The member who may adopt it. */
  declare offeredTo: string | null;
  /** The member who offered it, and who must still have the permission when it is adopted. */
  declare offeredBy: string | null;
  declare offeredAt: Date | null;
  declare createdBy: string;
}
