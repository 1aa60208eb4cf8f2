import type { Knex } from 'knex';

/** Of 100,000 entries, this filter reads all without its index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index audit_entry_request on audit_entry (chain, (origin ->> 'requestId'), seq)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index audit_entry_request');
}
