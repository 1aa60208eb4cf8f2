import type { Knex } from 'knex';

// Names of expired keys are free again. No index can express that, so the application's lock guards names.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index api_key_name;

    alter table audit_head add column moved_at timestamptz not null default 'epoch';
    create index audit_head_moved_at on audit_head (moved_at);

    alter table instance add column uuid uuid not null default gen_random_uuid();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create unique index api_key_name on api_key (application_id, environment, name) where status = 'ACTIVE';
    alter table audit_head drop column moved_at;
    alter table instance drop column uuid;
  `);
}
