import { WorkspaceModel } from './base.ts';

/** What a provider is described by. */
export const connectorSources = ['OPENAPI', 'MCP'] as const;
export type ConnectorSource = (typeof connectorSources)[number];

export const connectorStatuses = ['IMPORTING', 'READY', 'FAILED', 'DELETED'] as const;
export type ConnectorStatus = (typeof connectorStatuses)[number];

/** What a server says of the document at an address (RFC 9110 §8.8). */
export interface DocumentVersion {
  url: string;
  etag: string | null;
  lastModified: string | null;
}

/** A provider's API as the provider itself describes it, open to connections of the workspace. */
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
  /** Where the description is read anew; null where it was uploaded or is ready-made. */
  declare sourceUrl: string | null;
  /** Which ready-made connector it is, by an id that this version may not ship any more; null where it is none. */
  declare readyMade: string | null;
  /** What proves who asks to an MCP server that lists its tools to nobody else; null where none is needed. */
  declare credentialReferenceId: string | null;
  declare status: ConnectorStatus;
  /** As the description says; null until it was read. */
  declare apiTitle: string | null;
  declare apiVersion: string | null;
  /** Base addresses of the API, the meant one first. */
  declare servers: { url: string; description: string }[];
  /** Where base addresses of accounts may be beside those, as somebody has confirmed. */
  declare baseUrlPatterns: string[];
  /** The patterns that the description proposes for that. */
  declare baseUrlProposals: string[];
  /** The ways to prove who calls. */
  declare schemes: object[];
  /** When a description was last read to its end. */
  declare importedAt: Date | null;
  /** By which the document can be asked for if it is another since then; null where its server has said nothing of it. */
  declare documentVersion: DocumentVersion | null;
  /** How many imports have failed since one did not, and when the last of them did. */
  declare failedImports: number;
  declare failedAt: Date | null;
  /** The import that was asked for last. */
  declare latestImport: string;
  /** The member who made it. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}
