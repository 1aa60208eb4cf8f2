import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table mcp_tool_call add column argument_limits jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table mcp_tool_call drop column argument_limits');
}
