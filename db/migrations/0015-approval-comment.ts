import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table approval_comment (
      id            text collate "C" primary key,
      workspace_id  text collate "C" not null references workspace,
      request_id    text collate "C" not null references approval_request,
      member_id     text collate "C" not null references member,
      person_id     text collate "C" not null references person,
      comment       text not null,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create index approval_comment_request on approval_comment (request_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table approval_comment');
}
