import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_assignment (
      id              text collate "C" primary key,
      workspace_id    text collate "C" not null references workspace,
      application_id  text collate "C" not null references application,
      product_id      text collate "C" not null references api_product,
      major           integer not null,
      environment     text not null check (environment in ('SANDBOX', 'LIVE')),
      operations      text[],
      quota_limit     integer,
      quota_period    text check (quota_period in ('DAY', 'MONTH')),
      status          text not null check (status in ('ACTIVE', 'REMOVED')),
      removed_at      timestamptz,
      created_by      text collate "C" not null references member,
      mac             bytea,
      created_at      timestamptz not null,
      updated_at      timestamptz not null,
      row_version     integer not null default 1,
      constraint product_assignment_removed check ((status = 'REMOVED') = (removed_at is not null)),
      constraint product_assignment_quota check ((quota_limit is null) = (quota_period is null))
    );
    create unique index product_assignment_active on product_assignment (application_id, product_id, major, environment)
      where status = 'ACTIVE';
    create index product_assignment_workspace on product_assignment (workspace_id, id);
    create index product_assignment_product on product_assignment (product_id);
    create trigger forget_mac before update of workspace_id, application_id, product_id, major, environment, operations,
      quota_limit, quota_period, status, row_version on product_assignment for each row
      when (new.mac is not distinct from old.mac) execute function forget_mac();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table product_assignment');
}
