import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    alter table capability add column words tsvector not null generated always as (
      setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', search), 'B') ||
      setweight(to_tsvector('simple', description), 'D')
    ) stored;
    create index capability_words on capability using gin (words);

    create table capability_word (
      workspace_id  text collate "C" not null references workspace,
      word          text not null,
      row_version   integer not null default 1,
      primary key (workspace_id, word)
    );
    create index capability_word_trigrams on capability_word using gin (word gin_trgm_ops);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table capability_word;
    alter table capability drop column words;
  `);
}
