import type { Knex } from 'knex';

const before = "'PRODUCTION_ACCESS', 'WORKSPACE_DELETE', 'MCP_SERVER', 'MCP_TOOL_CALL'";

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table product_activation (
      id                   text collate "C" primary key,
      workspace_id         text collate "C" not null references workspace,
      product_id           text collate "C" not null references api_product,
      major                integer not null,
      version_id           text collate "C" not null references api_product_version,
      status               text not null check (status in ('ACTIVE', 'ENDED')),
      approval_request_id  text collate "C" not null references approval_request,
      ended_at             timestamptz,
      mac                  bytea,
      created_at           timestamptz not null,
      updated_at           timestamptz not null,
      row_version          integer not null default 1
    );
    create unique index product_activation_active on product_activation (product_id, major) where status = 'ACTIVE';
    create index product_activation_workspace on product_activation (workspace_id, id);
    create index product_activation_version on product_activation (version_id);
    create trigger forget_mac before update of workspace_id, product_id, major, version_id, status, row_version
      on product_activation for each row when (new.mac is not distinct from old.mac) execute function forget_mac();
    alter table approval_request
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check check (kind in (${before}, 'API_PRODUCT_ACTIVATION'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table product_activation;
    delete from approval_comment where request_id in (select id from approval_request where kind = 'API_PRODUCT_ACTIVATION');
    delete from approval_decision where request_id in (select id from approval_request where kind = 'API_PRODUCT_ACTIVATION');
    delete from approval_request where kind = 'API_PRODUCT_ACTIVATION';
    alter table approval_request
      drop constraint approval_request_kind_check,
      add constraint approval_request_kind_check check (kind in (${before}));
  `);
}
