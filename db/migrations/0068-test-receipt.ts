import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table test_receipt (
      id                text collate "C" primary key,
      workspace_id      text collate "C" not null references workspace,
      application_id    text collate "C" not null references application,
      kind              text not null check (kind in ('CALL', 'SAMPLE_CHECK')),
      product_id        text collate "C" not null references api_product,
      version_id        text collate "C" not null references api_product_version,
      operation_id      text not null,
      method            text not null,
      answer_status     integer,
      scenario          text,
      request_conforms  boolean not null,
      answer_conforms   boolean,
      via               text check (via in ('KEY', 'EXPLORER')),
      api_key_id        text collate "C" references api_key,
      jws               text not null,
      status            text not null check (status in ('ACTIVE', 'REVOKED')),
      expires_at        timestamptz not null,
      revoked_at        timestamptz,
      created_at        timestamptz not null,
      updated_at        timestamptz not null,
      row_version       integer not null default 1
    );
    create index test_receipt_application on test_receipt (application_id, id);
    create index test_receipt_version on test_receipt (application_id, version_id, operation_id)
      where kind = 'CALL' and request_conforms and answer_conforms and scenario is null and status = 'ACTIVE';
    create index test_receipt_expiry on test_receipt (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table test_receipt');
}
