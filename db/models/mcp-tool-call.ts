import { WorkspaceModel } from './base.ts';
import type { ArgumentLimit } from './mcp-grant.ts';

/** An agent's request for one execution; its status is that of its approval request. */
export class McpToolCall extends WorkspaceModel {
  static override tableName = 'mcp_tool_call';
  static override decisive = [
    'workspaceId',
    'credentialId',
    'versionId',
    'capabilityId',
    'connectionId',
    'digest',
    'argumentsDigest',
    'argumentLimits',
    'bounds',
  ];
  static override jsonAttributes = ['bounds', 'argumentLimits'];
  declare credentialId: string;
  /** The version of the MCP server that offers it. */
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  /** Null until the request is created in the same transaction. */
  declare approvalRequestId: string | null;
  /** The capability's digest when it was selected. */
  declare digest: Buffer;
  /** SHA-256 over the RFC 8785 form of the arguments. */
  declare argumentsDigest: Buffer;
  /** The grant's argument limits at that time; null in rows of earlier versions. */
  declare argumentLimits: ArgumentLimit[] | null;
  /** The arguments and the agent's reason; null once they are deleted. */
  declare sealedSaid: Buffer | null;
  /** The limits of the answer and of the provider's time. */
  declare bounds: { rows: number; bytes: number; seconds: number };
  /** The provider's answer; null before it arrives and once it is deleted. */
  declare sealedAnswer: Buffer | null;
  /** The code of the refusal with which the execution ended. */
  declare failureCode: string | null;
}
