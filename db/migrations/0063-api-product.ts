import type { Knex } from 'knex';

/** The decisive columns as of this migration. */
const decisive = {
  api_product: 'workspace_id, slug, owner_id, status',
  api_product_version: 'workspace_id, product_id, major, number, digest, status, request_checks, retires_at',
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table api_product (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      slug          text collate "C" not null,
      name          text not null,
      description   text not null,
      owner_id      text collate "C" not null references member,
      status        text not null check (status in ('ACTIVE', 'RETIRED')),
      retired_at    timestamptz,
      created_by    text collate "C" not null references member,
      mac           bytea,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (workspace_id, slug),
      constraint api_product_retired check ((status = 'RETIRED') = (retired_at is not null))
    );
    create index api_product_workspace on api_product (workspace_id, id);

    create table api_product_version (
      id               text collate "C" primary key,
      workspace_id     text collate "C" not null references workspace,
      product_id       text collate "C" not null references api_product,
      major            integer not null,
      number           integer not null,
      title            text not null,
      label            text not null,
      digest           bytea not null,
      request_checks   text not null check (request_checks in ('ENFORCE', 'REPORT')),
      status           text not null check (status in
        ('DRAFT', 'PUBLISHED', 'SUPERSEDED', 'DEPRECATED', 'RETIRED', 'DISCARDED')),
      operations       jsonb not null,
      finding_count    integer not null,
      findings         jsonb not null,
      changes          jsonb not null,
      published_at     timestamptz,
      retires_at       timestamptz,
      retired_at       timestamptz,
      created_by       text collate "C" not null references member,
      mac              bytea,
      created_at       timestamptz not null,
      updated_at       timestamptz not null,
      row_version      integer not null default 1,
      unique (product_id, major, number),
      constraint api_product_version_published_at check ((status in ('DRAFT', 'DISCARDED')) = (published_at is null)),
      constraint api_product_version_retires check (status <> 'DEPRECATED' or retires_at is not null),
      constraint api_product_version_retired check ((status = 'RETIRED') = (retired_at is not null))
    );
    create unique index api_product_version_draft on api_product_version (product_id, major) where status = 'DRAFT';
    create unique index api_product_version_published on api_product_version (product_id, major)
      where status = 'PUBLISHED';
    create index api_product_version_workspace on api_product_version (workspace_id, id);

    create table api_product_document (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      version_id    text collate "C" not null references api_product_version unique,
      sealed        bytea not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create index api_product_document_workspace on api_product_document (workspace_id, id);

    create table api_product_operation (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      version_id    text collate "C" not null references api_product_version,
      position      integer not null,
      definition    jsonb not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1,
      unique (version_id, position)
    );
    create index api_product_operation_workspace on api_product_operation (workspace_id, id);
  `);
  for (const [table, columns] of Object.entries(decisive))
    await knex.raw(`
      create trigger forget_mac before update of ${columns}, row_version on ${table} for each row
        when (new.mac is not distinct from old.mac) execute function forget_mac();
    `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table api_product_operation, api_product_document, api_product_version, api_product');
}
