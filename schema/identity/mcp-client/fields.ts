import type { McpClient } from '../../../db/models/mcp-client.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { McpClientType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function clientFields<Parent extends { mcpClient: McpClient }>(t: Fields<Parent>) {
  return { mcpClient: t.field({ type: McpClientType, resolve: ({ mcpClient }) => mcpClient }) };
}
