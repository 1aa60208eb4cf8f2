import { BaseModel } from './base.ts';

/**
 * A session of an agent, in an MCP revision that has sessions. Its id is the SHA-256 of the agent's session
 * id.
 */
export class McpSession extends BaseModel {
  static override tableName = 'mcp_session';
  declare credentialId: string;
  /** The negotiated revision. */
  declare protocolVersion: string;
  /** When it was last used, to the minute. */
  declare seenAt: Date;
}
