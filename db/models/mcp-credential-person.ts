import { WorkspaceModel } from './base.ts';

export const mcpCredentialParts = ['CREATED', 'HELD', 'ISSUED', 'CONSENTED'] as const;
/** ISSUED: made or rotated it, and so saw its secret or has its private key. CONSENTED: to a token for it. */
export type McpCredentialPart = (typeof mcpCredentialParts)[number];

/** A person accountable for an MCP credential, permanently: rows are added and never changed. */
export class McpCredentialPerson extends WorkspaceModel {
  static override tableName = 'mcp_credential_person';
  declare credentialId: string;
  declare personId: string;
  declare part: McpCredentialPart;
}
