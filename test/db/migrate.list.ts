import type { Migration } from '../../db/migrations/index.ts';

/** Three small migrations; running one of them twice would fail. */
export const list: readonly Migration[] = ['seed', 'sapling', 'tree'].map((table, index) => ({
  name: `000${index + 1}-${table}`,
  async up(knex) {
    await knex.raw(`create table ${table} (id integer primary key)`);
  },
  async down(knex) {
    await knex.raw(`drop table ${table}`);
  },
}));
