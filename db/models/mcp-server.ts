import { WorkspaceModel } from './base.ts';

export const mcpServerStatuses = ['ACTIVE', 'RETIRED'] as const;
export type McpServerStatus = (typeof mcpServerStatuses)[number];

/** A named bundle of capabilities over a project's connections, for agents. Its tools are in its versions. */
export class McpServer extends WorkspaceModel {
  static override tableName = 'mcp_server';
  static override decisive = ['workspaceId', 'projectId', 'status'];
  declare projectId: string;
  declare name: string;
  /** For people; agents do not see it. */
  declare description: string;
  declare status: McpServerStatus;
  /** The member who created it. */
  declare createdBy: string;
  declare retiredAt: Date | null;
}
