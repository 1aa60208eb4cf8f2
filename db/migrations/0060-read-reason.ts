import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mcp_server_tool
      add column read_reason text,
      add constraint mcp_server_tool_read_reason check (read_reason is null or mode = 'read');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update mcp_server_tool set mode = 'write' where read_reason is not null;
    alter table mcp_server_tool drop constraint mcp_server_tool_read_reason, drop column read_reason;
  `);
}
