import { WorkspaceModel } from './base.ts';

export const connectorImportStatuses = ['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type ConnectorImportStatus = (typeof connectorImportStatuses)[number];

/** One reading of a provider's description, with its changes. */
export class ConnectorImport extends WorkspaceModel {
  static override tableName = 'connector_import';
  static override jsonAttributes = ['findings'];
  declare connectorId: string;
  declare status: ConnectorImportStatus;
  /** The URL of the description; null for an upload or a ready-made connector. */
  declare sourceUrl: string | null;
  /** The ready-made connector whose description is read; null for others. */
  declare readyMade: string | null;
  /** The upload, until it has been read. */
  declare document: Buffer | null;
  declare attempts: number;
  /** When a process may start it, or take it over from a silent process; null once it has ended. */
  declare dueAt: Date | null;
  declare added: number;
  declare changed: number;
  declare unchanged: number;
  declare removed: number;
  /** In the whole description; null until it was read completely. */
  declare operations: number | null;
  declare findingCount: number;
  /** The omissions and their reasons, at most 500. */
  declare findings: { pointer: string; code: string; message: string }[];
  declare failureCode: string | null;
  declare failure: string | null;
  /** Whether the server started it, on schedule or after a call found a difference. */
  declare isOwn: boolean;
  /** The member who requested it; for the server's own import, the creator of the connector. */
  declare requestedBy: string;
  declare startedAt: Date | null;
  declare endedAt: Date | null;
}
