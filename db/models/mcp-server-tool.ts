import type { CapabilityMode } from './capability.ts';
import { WorkspaceModel } from './base.ts';

/** A capability of a version, through one connection, as it was described when it was put in or last submitted. */
export class McpServerTool extends WorkspaceModel {
  static override tableName = 'mcp_server_tool';
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  declare mode: CapabilityMode;
  /** The capability's digest then. */
  declare digest: Buffer;
}
