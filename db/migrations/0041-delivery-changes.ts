import type { Knex } from 'knex';

// Every change of an endpoint's deliveries locks its queue, so their numbers are in commit order per
// endpoint. `is_told` is no such change, and is written without that lock.
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create sequence webhook_change as bigint;

    alter table webhook_queue add column change_position bigint not null default 0;
    alter table webhook_delivery add column change_position bigint not null default 0;
    alter table webhook_delivery alter column change_position set default nextval('webhook_change');
    create index webhook_delivery_change on webhook_delivery (endpoint_id, change_position);

    create function webhook_delivery_has_changed() returns trigger language plpgsql as $$
    begin
      new.change_position := nextval('webhook_change');
      return new;
    end $$;
    create trigger webhook_delivery_change before update of status, due_at on webhook_delivery
      for each row execute function webhook_delivery_has_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger webhook_delivery_change on webhook_delivery;
    drop function webhook_delivery_has_changed();
    alter table webhook_delivery drop column change_position;
    alter table webhook_queue drop column change_position;
    drop sequence webhook_change;
  `);
}
