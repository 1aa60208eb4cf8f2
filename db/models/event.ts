import { WorkspaceModel } from './base.ts';
import type { Actor } from './audit.ts';

export interface Resource {
  type: string;
  id: string;
  version: number;
}

/** A change in a workspace, in commit order without gaps: the position is the cursor of every reader. */
export class Event extends WorkspaceModel {
  static override tableName = 'event';
  static override jsonAttributes = ['resource', 'actor', 'data'];
  declare position: number;
  declare type: string;
  declare occurredAt: Date;
  declare resource: Resource;
  declare actor: Actor;
  declare data: Record<string, unknown>;
}
