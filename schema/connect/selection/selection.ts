import type { CapabilityMode } from '../../../db/models/capability.ts';

/** What may be meant by a selection: something that its caller can run now. */
export interface Selectable {
  connectionId: string;
  capabilityId: string;
  /** Of an outside agent: the version of an MCP server that offers it. */
  versionId: string | null;
  /** Over all that the description says of it, in hexadecimal digits. */
  digest: string;
  mode: CapabilityMode;
}

/** What somebody has looked at and may now run. It says what is meant, and never that it is allowed. */
export interface Selection extends Selectable {
  /** Who looked, and in which workspace. */
  subject: string;
  workspaceId: string | null;
  /** The most rows. How many bytes and seconds follows from the capability. */
  rows: number;
  /** Milliseconds since 1970. */
  expires: number;
}
