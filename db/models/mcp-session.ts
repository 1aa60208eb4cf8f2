import { BaseModel } from './base.ts';

/** An agent's session, in an MCP revision with sessions. Its id is the SHA-256 of the agent's session id. */
export class McpSession extends BaseModel {
  static override tableName = 'mcp_session';
  declare credentialId: string;
  /** The negotiated revision. */
  declare protocolVersion: string;
  /** When it was last used, to the minute. */
  declare seenAt: Date;
}
