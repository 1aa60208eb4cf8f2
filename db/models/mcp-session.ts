import { BaseModel } from './base.ts';

/** A session of an outside agent, by a revision of MCP that has them. Its id is SHA-256 over what the agent was told. */
export class McpSession extends BaseModel {
  static override tableName = 'mcp_session';
  declare credentialId: string;
  /** The revision that was negotiated. */
  declare protocolVersion: string;
  /** When it was used last, to the minute. */
  declare seenAt: Date;
}
