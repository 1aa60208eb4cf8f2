import { McpServer } from '../../../db/models/mcp-server.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { McpServerType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function serverFields<Parent extends { mcpServer: McpServer }>(t: Fields<Parent>) {
  return {
    mcpServer: t.field({
      type: McpServerType,
      // Read again, since each move of a version increases the server's row version.
      resolve: async ({ mcpServer: { id } }, _args, { knex }) =>
        await McpServer.query(knex).findById(id).throwIfNotFound(),
    }),
  };
}
