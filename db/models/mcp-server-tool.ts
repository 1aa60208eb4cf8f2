import type { CapabilityMode } from './capability.ts';
import { WorkspaceModel } from './base.ts';

/** A capability in a version, through one connection, as described when it was added or last submitted. */
export class McpServerTool extends WorkspaceModel {
  static override tableName = 'mcp_server_tool';
  static override decisive = ['workspaceId', 'versionId', 'capabilityId', 'connectionId', 'mode', 'digest'];
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  /** The mode of its grants: that of its description, or read if it is marked as a read. */
  declare mode: CapabilityMode;
  /** Why it only reads although its description allows changes; null for all other tools. */
  declare readReason: string | null;
  /** The capability's digest at that time. */
  declare digest: Buffer;
}
