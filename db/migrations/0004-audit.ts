import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit_head (
      chain           text collate "C" primary key,
      seq             bigint not null default 0,
      hash            bytea not null,
      event_position  bigint not null default 0,
      row_version     integer not null default 1
    );

    create table audit_entry (
      id             text collate "C" primary key,
      chain          text collate "C" not null references audit_head,
      seq            bigint not null,
      at             timestamptz(3) not null,
      action         text not null,
      outcome        text not null check (outcome in ('SUCCESS', 'DENIED', 'FAILED')),
      actor          jsonb not null,
      targets        jsonb not null,
      changes        jsonb,
      origin         jsonb not null,
      reason         text,
      collapse_key   text collate "C",
      previous_hash  bytea not null,
      hash           bytea not null,
      row_version    integer not null default 1,
      unique (chain, seq)
    );
    create index audit_entry_action on audit_entry (chain, action, seq);
    create unique index audit_entry_collapse on audit_entry (chain, collapse_key) where collapse_key is not null;

    create function audit_entry_is_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'Audit entries are append-only.' using errcode = 'restrict_violation';
    end $$;
    create trigger audit_entry_no_change before update or delete on audit_entry
      for each row execute function audit_entry_is_append_only();
    create trigger audit_entry_no_truncate before truncate on audit_entry
      for each statement execute function audit_entry_is_append_only();

    create table event (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      position      bigint not null,
      type          text not null,
      occurred_at   timestamptz not null,
      resource      jsonb not null,
      actor         jsonb not null,
      data          jsonb not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (workspace_id, position)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table event; drop table audit_entry; drop function audit_entry_is_append_only; drop table audit_head;',
  );
}
