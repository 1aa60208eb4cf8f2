import { WorkspaceModel } from './base.ts';
import type { ArgumentLimit } from './mcp-grant.ts';

/** What an agent asked to be done once; where it stands, its approval request says. */
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
  /** The version of an MCP server that offers it. */
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  /** Null until the request is made, in the same transaction. */
  declare approvalRequestId: string | null;
  /** Of the capability as it was selected. */
  declare digest: Buffer;
  /** SHA-256 over the RFC 8785 form of the arguments. */
  declare argumentsDigest: Buffer;
  /** What the arguments had to be by the grant then; null where it was asked for before this was kept. */
  declare argumentLimits: ArgumentLimit[] | null;
  /** The arguments, and why the agent asks, in its own words; null once that is forgotten. */
  declare sealedSaid: Buffer | null;
  /** How much of the answer is told, and how long the provider may take. */
  declare bounds: { rows: number; bytes: number; seconds: number };
  /** What the provider answered; null until then, and once it is forgotten. */
  declare sealedAnswer: Buffer | null;
  /** The code of the refusal that it ended in when it was carried out. */
  declare failureCode: string | null;
}
