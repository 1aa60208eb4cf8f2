import type { Knex } from 'knex';

const before =
  'workspace_id, product_id, major, number, digest, status, request_checks, retires_at, row_version';

const triggerOn = (columns: string) => `
  drop trigger forget_mac on api_product_version;
  create trigger forget_mac before update of ${columns} on api_product_version for each row
    when (new.mac is not distinct from old.mac) execute function forget_mac();
`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_product_version
      add column upstream_url text,
      add column upstream_reference_id text collate "C" references credential_reference,
      add column upstream_header text;
    create index api_product_version_reference on api_product_version (upstream_reference_id)
      where upstream_reference_id is not null;
    ${triggerOn(`${before}, upstream_url, upstream_reference_id, upstream_header`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${triggerOn(before)}
    alter table api_product_version
      drop column upstream_url, drop column upstream_reference_id, drop column upstream_header;
  `);
}
