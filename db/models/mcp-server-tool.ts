import type { CapabilityMode } from './capability.ts';
import { WorkspaceModel } from './base.ts';

/** A capability of a version, through one connection, as it was described when it was put in or last submitted. */
export class McpServerTool extends WorkspaceModel {
  static override tableName = 'mcp_server_tool';
  static override decisive = ['workspaceId', 'versionId', 'capabilityId', 'connectionId', 'mode', 'digest'];
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  /** As it is granted: what its description says, or a read where it is marked as one. */
  declare mode: CapabilityMode;
  /** Why it only looks, though its description says that it may change something; null of all others. */
  declare readReason: string | null;
  /** The capability's digest then. */
  declare digest: Buffer;
}
