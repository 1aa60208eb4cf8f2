import type { Knex } from 'knex';

// `seen`: the snapshot up to which the instance has applied changes. `moved_in` is null if nothing has
// changed since this migration.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table instance_lease (
      id          text collate "C" primary key,
      expires_at  timestamptz not null,
      seen        pg_snapshot,
      created_at  timestamptz not null,
      updated_at  timestamptz not null,
      row_version integer not null default 1
    );

    alter table audit_head add column moved_in xid8;
    create index audit_head_moved_in on audit_head (moved_in);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_head drop column moved_in;
    drop table instance_lease;
  `);
}
