import { WorkspaceModel } from './base.ts';

/** The kinds of descriptions. */
export const connectorSources = ['OPENAPI', 'MCP'] as const;
export type ConnectorSource = (typeof connectorSources)[number];

export const connectorStatuses = ['IMPORTING', 'READY', 'FAILED', 'DELETED'] as const;
export type ConnectorStatus = (typeof connectorStatuses)[number];

/** The version headers of the document at a URL (RFC 9110 §8.8). */
export interface DocumentVersion {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** A provider's API as the provider describes it, available to connections of the workspace. */
export class Connector extends WorkspaceModel {
  static override tableName = 'connector';
  static override decisive = [
    'workspaceId',
    'source',
    'sourceUrl',
    'readyMade',
    'credentialReferenceId',
    'status',
  ];
  static override jsonAttributes = [
    'servers',
    'baseUrlPatterns',
    'baseUrlProposals',
    'schemes',
    'documentVersion',
  ];
  declare name: string;
  declare description: string;
  declare source: ConnectorSource;
  /** Where the description is refreshed from; null for an upload or a ready-made connector. */
  declare sourceUrl: string | null;
  /** The id of the ready-made connector, which this version may no longer ship; null for others. */
  declare readyMade: string | null;
  /** The credential for an MCP server that lists its tools only with one; null if none is needed. */
  declare credentialReferenceId: string | null;
  declare status: ConnectorStatus;
  /** From the description; null until it was read. */
  declare apiTitle: string | null;
  declare apiVersion: string | null;
  /** Base URLs of the API, the preferred one first. */
  declare servers: { url: string; description: string }[];
  /** Patterns of further base URLs, which a member has confirmed. */
  declare baseUrlPatterns: string[];
  /** Patterns of base URLs that the description proposes. */
  declare baseUrlProposals: string[];
  /** The authentication schemes. */
  declare schemes: object[];
  /** When a description was last read completely. */
  declare importedAt: Date | null;
  /** Validators for a conditional request; null if the server sent none. */
  declare documentVersion: DocumentVersion | null;
  /** Consecutive failed imports, and the time of the last one. */
  declare failedImports: number;
  declare failedAt: Date | null;
  /** The last requested import. */
  declare latestImport: string;
  /** The member who created it. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}
