import type { McpServer } from '../../db/models/mcp-server.ts';
import type { SchemaTypes } from '../builder.ts';
import { McpServerType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function serverFields<Parent extends { mcpServer: McpServer }>(t: Fields<Parent>) {
  return { mcpServer: t.field({ type: McpServerType, resolve: (it) => it.mcpServer }) };
}
