import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhook_endpoint (
      id                      text collate "C" primary key,
      workspace_id            text collate "C" not null references workspace,
      environment             text not null check (environment in ('SANDBOX', 'LIVE')),
      url                     text not null,
      description             text not null,
      event_types             text[] not null,
      application_ids         text[] not null,
      connection_ids          text[] not null,
      is_ordered              boolean not null,
      status                  text not null check (status in ('ACTIVE', 'PAUSED', 'DISABLED', 'DELETED')),
      disabled_reason         text check (disabled_reason in ('FAILURES', 'GONE', 'RECEIVER_REQUEST')),
      sealed_secret           bytea,
      secret_prefix           text not null,
      secret_last_four        text not null,
      secret_version          integer not null,
      secret_rotated_at       timestamptz,
      sealed_previous_secret  bytea,
      previous_secret_ends_at timestamptz,
      stopped_at              timestamptz,
      created_by              text collate "C" not null references member,
      created_at              timestamptz not null,
      updated_at              timestamptz not null,
      row_version             integer not null default 1,
      constraint webhook_endpoint_deleted check ((status = 'DELETED') = (sealed_secret is null)),
      constraint webhook_endpoint_disabled check ((status = 'DISABLED') = (disabled_reason is not null)),
      constraint webhook_endpoint_stopped check ((status = 'ACTIVE') = (stopped_at is null)),
      constraint webhook_endpoint_previous check ((sealed_previous_secret is null) = (previous_secret_ends_at is null))
    );
    create index webhook_endpoint_workspace on webhook_endpoint (workspace_id, id);
    create index webhook_endpoint_previous on webhook_endpoint (previous_secret_ends_at)
      where previous_secret_ends_at is not null;

    create table webhook_queue (
      id                  text collate "C" primary key references webhook_endpoint,
      workspace_id        text collate "C" not null references workspace,
      position            bigint not null,
      due_at              timestamptz,
      in_flight           integer not null default 0,
      failing_since       timestamptz,
      last_success_at     timestamptz,
      last_failure_at     timestamptz,
      failures_in_row     integer not null default 0,
      window_began_at     timestamptz,
      window_attempts     integer not null default 0,
      window_failures     integer not null default 0,
      circuit_opened_at   timestamptz,
      probe_at            timestamptz,
      good_probes         integer not null default 0,
      is_circuit_told     boolean not null default false,
      warnings            integer not null default 0,
      warnings_told       integer not null default 0,
      verdict             text check (verdict in ('FAILURES', 'GONE', 'RECEIVER_REQUEST')),
      created_at          timestamptz not null,
      updated_at          timestamptz not null,
      row_version         integer not null default 1
    );
    create index webhook_queue_workspace on webhook_queue (workspace_id);
    create index webhook_queue_due on webhook_queue (due_at) where due_at is not null;
    create index webhook_queue_untold on webhook_queue (id)
      where verdict is not null or warnings > warnings_told or (circuit_opened_at is not null) <> is_circuit_told;

    create table webhook_worker (
      id           text collate "C" primary key,
      expires_at   timestamptz not null,
      created_at   timestamptz not null,
      updated_at   timestamptz not null,
      row_version  integer not null default 1
    );

    create table webhook_delivery (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      endpoint_id     text collate "C" not null references webhook_endpoint,
      event_id        text collate "C" references event on delete cascade,
      message_id      text collate "C" not null,
      event_type      text not null,
      position        bigint not null,
      resource_id     text collate "C" not null,
      status          text not null
        check (status in ('PENDING', 'SENDING', 'RETRYING', 'SUCCEEDED', 'FAILED', 'DISCARDED')),
      trigger         text not null check (trigger in ('EVENT', 'REPLAY', 'SAMPLE')),
      attempts        integer not null default 0,
      tries           integer not null default 0,
      due_at          timestamptz,
      worker_id       text collate "C",
      is_told         boolean not null default true,
      begun_at        timestamptz,
      ended_at        timestamptz,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1,
      unique (endpoint_id, message_id),
      constraint webhook_delivery_due check (due_at is null or status in ('PENDING', 'RETRYING')),
      constraint webhook_delivery_waits check (due_at is not null or status <> 'RETRYING'),
      constraint webhook_delivery_sending check ((status = 'SENDING') = (worker_id is not null)),
      constraint webhook_delivery_ended check
        ((status in ('SUCCEEDED', 'FAILED', 'DISCARDED')) = (ended_at is not null))
    );
    create index webhook_delivery_workspace on webhook_delivery (workspace_id, id);
    create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, id);
    create index webhook_delivery_event on webhook_delivery (event_id) where event_id is not null;
    create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at, position) where due_at is not null;
    create index webhook_delivery_open on webhook_delivery (endpoint_id, resource_id, position) where ended_at is null;
    create index webhook_delivery_worker on webhook_delivery (worker_id) where worker_id is not null;
    create index webhook_delivery_untold on webhook_delivery (id) where not is_told;

    create table webhook_attempt (
      id             text collate "C" primary key,
      workspace_id   text collate "C" not null references workspace,
      delivery_id    text collate "C" not null references webhook_delivery on delete cascade,
      number         integer not null,
      trigger        text not null check (trigger in ('EVENT', 'REPLAY', 'SAMPLE')),
      outcome        text not null check (outcome in
        ('SUCCEEDED', 'REFUSED', 'TIMED_OUT', 'UNREACHABLE', 'NOT_ALLOWED', 'UNREADABLE', 'INTERRUPTED')),
      status_code    integer,
      duration_ms    integer,
      answer         text,
      error          text,
      begun_at       timestamptz not null,
      created_at     timestamptz not null,
      updated_at     timestamptz not null,
      row_version    integer not null default 1,
      unique (delivery_id, number)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table webhook_attempt;
    drop table webhook_delivery;
    drop table webhook_worker;
    drop table webhook_queue;
    drop table webhook_endpoint;
  `);
}
