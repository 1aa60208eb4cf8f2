import type { McpGrant } from '../../../db/models/mcp-grant.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { McpGrantType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function grantFields<Parent extends { mcpGrant: McpGrant }>(t: Fields<Parent>) {
  return { mcpGrant: t.field({ type: McpGrantType, resolve: (it) => it.mcpGrant }) };
}
