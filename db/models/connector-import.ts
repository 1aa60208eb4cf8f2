import { WorkspaceModel } from './base.ts';

export const connectorImportStatuses = ['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type ConnectorImportStatus = (typeof connectorImportStatuses)[number];

/** One reading of a provider's description, and what it changed. */
export class ConnectorImport extends WorkspaceModel {
  static override tableName = 'connector_import';
  static override jsonAttributes = ['findings'];
  declare connectorId: string;
  declare status: ConnectorImportStatus;
  /** Where it is read from; null for what was uploaded or is ready-made. */
  declare sourceUrl: string | null;
  /** Which ready-made connector’s description is read; null for any other. */
  declare readyMade: string | null;
  /** What was uploaded, until it has been read. */
  declare document: Buffer | null;
  declare attempts: number;
  /** When somebody may begin it, or take over from whoever began it and was not heard of since; null once it has ended. */
  declare dueAt: Date | null;
  declare added: number;
  declare changed: number;
  declare unchanged: number;
  declare removed: number;
  /** Of the whole description; null until it was read to its end. */
  declare operations: number | null;
  declare findingCount: number;
  /** What was left out, and why: the first 500. */
  declare findings: { pointer: string; code: string; message: string }[];
  declare failureCode: string | null;
  declare failure: string | null;
  /** Whether nobody asked for it: it was time, or a call found a difference. */
  declare isOwn: boolean;
  /** The member who asked for it; of one that nobody asked for, who made the connector. */
  declare requestedBy: string;
  declare startedAt: Date | null;
  declare endedAt: Date | null;
}
