import type { Knex } from 'knex';

// Only events get the new name. Audit entries keep their action, which is hashed into their chain.
export async function up(knex: Knex): Promise<void> {
  await knex.raw("update event set type = 'approval.execution_failed' where type = 'approval.failed'");
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("update event set type = 'approval.failed' where type = 'approval.execution_failed'");
}
