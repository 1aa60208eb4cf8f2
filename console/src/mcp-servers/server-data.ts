import type { McpServerQuery, VersionsQuery } from './documents.generated.ts';

/** A server as its screen reads it. */
export type ServerData = NonNullable<McpServerQuery['mcpServer']>;

/** A version in the list of all versions. */
export type Version = NonNullable<VersionsQuery['mcpServerVersions']>['edges'][number]['node'];

export interface ServerDialog {
  of: ServerData;
  onClose: () => void;
}
