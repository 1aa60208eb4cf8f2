import type { Knex } from 'knex';

/** Of 100,000 rows, each of these filters read all without its index, if few rows match. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index audit_entry_actor on audit_entry (chain, (actor ->> 'id'), seq);
    create index audit_entry_targets on audit_entry using gin (targets jsonb_path_ops);
    create index webhook_delivery_created_at on webhook_delivery (workspace_id, created_at);
    create index webhook_attempt_status_code on webhook_attempt (workspace_id, status_code)
      where status_code is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index webhook_attempt_status_code;
    drop index webhook_delivery_created_at;
    drop index audit_entry_targets;
    drop index audit_entry_actor;
  `);
}
