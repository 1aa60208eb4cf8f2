import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail (
      id            text collate "C" primary key,
      sealed        bytea,
      status        text not null check (status in ('QUEUED', 'SENT', 'GIVEN_UP')),
      attempts      integer not null,
      due_at        timestamptz not null,
      useful_until  timestamptz,
      ended_at      timestamptz,
      created_at    timestamptz not null,
      updated_at    timestamptz not null,
      row_version   integer not null default 1
    );
    create index mail_due on mail (due_at) where status = 'QUEUED';
    create index mail_ended on mail (ended_at) where ended_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mail;');
}
