import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { macTables } from '../../db/mac-tables.ts';
import type { BaseModel } from '../../db/models/base.ts';
import { testDatabase } from '../support/database.ts';
import { codeOf, productFiles } from './source.ts';

const { knex } = await testDatabase();
const names = macTables.map(({ tableName }) => tableName);
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Returns the tables of all models with decisive columns. */
async function decisiveModels(): Promise<string[]> {
  const files = globSync('db/models/*.ts').map(
    async (file) => (await import(join(process.cwd(), file))) as object,
  );
  const exported = (await Promise.all(files)).flatMap(
    (module) => Object.values(module) as Partial<typeof BaseModel>[],
  );
  return exported.filter((it) => (it?.decisive?.length ?? 0) > 0).map((it) => String(it.tableName));
}

describe('rows that carry a MAC', () => {
  it('are those of the models with decisive columns, and are listed', async () => {
    expect((await decisiveModels()).toSorted()).toEqual(names.toSorted());
  });

  it('lose it in the database when an earlier version changes a decisive column', async () => {
    const { rows } = await knex.raw<{ rows: { table: string; column: string }[] }>(
      `select event_object_table as table, event_object_column as column
       from information_schema.triggered_update_columns where trigger_name = 'forget_mac'`,
    );
    const columns = macTables.flatMap(({ tableName, decisive }) =>
      [...decisive, 'rowVersion'].map((column) => `${tableName}.${snake(column)}`),
    );

    expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(columns.toSorted());
  });

  it('are written by their models alone', () => {
    const around = new RegExp(
      [
        `knex\\('(?:${names.map(camel).join('|')})'\\)[^;]*\\.(?:update|insert|upsert)\\(`,
        `(?:update|insert into) (?:${names.join('|')})\\b`,
      ].join('|'),
    );
    // Migrations before MACs may write such columns.
    const files = productFiles.filter((file) => !/^db\/migrations\/00(?:[0-5]|6[0-2])/.test(file));

    expect(around.test("knex('apiKey').where({ id }).update({ scopes })")).toBe(true);
    expect(around.test('update api_key set scopes = null')).toBe(true);
    expect(files.filter((file) => around.test(codeOf(file)))).toEqual([]);
  });
});
