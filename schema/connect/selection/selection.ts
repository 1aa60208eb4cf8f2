import type { CapabilityMode } from '../../../db/models/capability.ts';

/** A possible subject of a selection: a capability that its caller can run now. */
export interface Selectable {
  connectionId: string;
  capabilityId: string;
  /** For an agent, the version of the MCP server that offers it; otherwise null. */
  versionId: string | null;
  /** The digest of the capability’s description, in hexadecimal digits. */
  digest: string;
  mode: CapabilityMode;
}

/**
 * A capability that the caller has read and may now run. A selection identifies it and grants no permission.
 */
export interface Selection extends Selectable {
  /** The caller and the workspace that the selection belongs to. */
  subject: string;
  workspaceId: string | null;
  /** The row limit. The capability determines the limits of bytes and seconds. */
  rows: number;
  /** Milliseconds since 1970. */
  expires: number;
}
