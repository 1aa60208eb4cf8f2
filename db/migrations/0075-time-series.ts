import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection_calls (
      id             text collate "C" primary key,
      connection_id  text collate "C" not null references connection,
      hour           timestamptz not null,
      writer         text not null,
      calls          integer not null,
      failed         integer not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1
    );
    create index connection_calls_connection on connection_calls (connection_id, hour);
    create index connection_calls_hour on connection_calls (hour);

    create index api_key_calls_key_hour on api_key_calls (key_id, hour);
    drop index api_key_calls_key;

    create index webhook_delivery_ended on webhook_delivery (endpoint_id, ended_at) where ended_at is not null;
    create index approval_request_made on approval_request (workspace_id, created_at);
    create index approval_request_ended on approval_request (workspace_id, ended_at) where ended_at is not null;
    create index approval_decision_made on approval_decision (workspace_id, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index approval_decision_made;
    drop index approval_request_ended;
    drop index approval_request_made;
    drop index webhook_delivery_ended;
    create index api_key_calls_key on api_key_calls (key_id, id);
    drop index api_key_calls_key_hour;
    drop table connection_calls;
  `);
}
