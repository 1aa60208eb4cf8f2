import { Model } from 'objection';

export const auditOutcomes = ['SUCCESS', 'DENIED', 'FAILED'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export const actorKinds = [
  'MEMBER',
  'AUTOMATION',
  'PERSON',
  'ANONYMOUS',
  'API_KEY',
  'MCP_CREDENTIAL',
  'SYSTEM',
] as const;
export type ActorKind = (typeof actorKinds)[number];

export interface Actor {
  kind: ActorKind;
  /**
   * The id of the member (also for an automation), person or key; for ANONYMOUS a keyed hash of the name that
   * was tried, or null.
   */
  id: string | null;
  personId: string | null;
}

export interface Target {
  type: string;
  id: string;
  /** The `rowVersion` after the entry, if its subject is one row. */
  version?: number;
}

/** Where a request came from. */
export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

/**
 * The head of one hash chain. A chain is named after its workspace, or after a person for entries without
 * one. `platform` is for attempts on accounts that do not exist.
 */
export class AuditHead extends Model {
  static override tableName = 'audit_head';
  static override idColumn = 'chain';
  declare chain: string;
  declare seq: number;
  declare hash: Buffer;
  /** The position of the workspace's last event. */
  declare eventPosition: number;
  /** When its last entry was appended. */
  declare movedAt: Date;
  /** The last transaction that changed data of snapshots: an xid8, which PostgreSQL never reuses. */
  declare movedIn: string | null;
  declare rowVersion: number;
}

export class AuditEntry extends Model {
  static override tableName = 'audit_entry';
  static override jsonAttributes = ['actor', 'targets', 'changes', 'origin'];
  declare id: string;
  declare chain: string;
  /** Counts the chain's entries from 1, without gaps. */
  declare seq: number;
  declare at: Date;
  declare action: string;
  declare outcome: AuditOutcome;
  declare actor: Actor;
  declare targets: Target[];
  declare changes: Record<string, unknown> | null;
  declare origin: Origin;
  declare reason: string | null;
  /** Actor, rule and minute of a denial: denials with the same three leave one entry. */
  declare collapseKey: string | null;
  declare previousHash: Buffer;
  declare hash: Buffer;
  declare rowVersion: number;
}
