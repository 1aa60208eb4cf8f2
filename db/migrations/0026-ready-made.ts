import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector add column ready_made text;
    alter table connector add constraint connector_ready_made check (source_url is null or ready_made is null);

    alter table connector_import add column ready_made text;
    alter table connector_import drop constraint connector_import_source;
    alter table connector_import add constraint connector_import_source check (
      case when status in ('WAITING', 'RUNNING') then num_nonnulls(source_url, document, ready_made) = 1
      else document is null end
    );
  `);
}

// A pending import of a ready-made description gets an empty document, and therefore fails.
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector_import drop constraint connector_import_source;
    update connector_import set document = '' where ready_made is not null and status in ('WAITING', 'RUNNING');
    alter table connector_import drop column ready_made;
    alter table connector_import add constraint connector_import_source check (
      case when status in ('WAITING', 'RUNNING') then (source_url is null) <> (document is null) else document is null end
    );
    alter table connector drop column ready_made;
  `);
}
