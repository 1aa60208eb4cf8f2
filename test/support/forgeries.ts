import type { TestApp } from './app.ts';

/** The actions of an attacker who has the database but not the key. */
export function forgeriesIn({ ports, instances }: TestApp) {
  const { knex } = ports.database;
  const undoing: (() => Promise<unknown>)[] = [];
  const forgetKept = (): void => {
    for (const instance of instances) instance.ports.snapshots.clear();
  };
  const putBack = async (
    table: string,
    row: Record<string, unknown>,
    columns: readonly string[],
  ): Promise<void> => {
    const names = columns.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)).join(', ');
    await knex.raw(
      `update ?? set (${names}) = (select ${names} from jsonb_populate_record(null::??, ?::jsonb)) where id = ?`,
      [table, table, JSON.stringify(row), String(row['id'])],
    );
  };
  return {
    /** Changes a row. Returns its id. */
    forge: async (table: string, id: string, change: object): Promise<string> => {
      const before = await knex(`${table} as it`).where({ id }).first(knex.raw('to_jsonb(it) as row'));
      await knex(table).where({ id }).update(change);
      const columns = [...new Set([...Object.keys(change), 'mac', 'id'])];
      undoing.push(async () => await putBack(table, before.row, columns));
      forgetKept();
      return id;
    },
    /** Inserts a copy of a row with changes. Returns its id. */
    insertLike: async (
      table: string,
      like: string,
      change: { id: string } & Record<string, unknown>,
    ): Promise<string> => {
      const row = await knex(table).where({ id: like }).first();
      await knex(table).insert({ ...row, ...change });
      undoing.push(async () => await knex(table).where({ id: change.id }).delete());
      forgetKept();
      return change.id;
    },
    /** Returns the codes of the denials in the audit log that name the row. */
    deniedFor: async (row: string): Promise<string[]> => {
      const entries = await knex('auditEntry')
        .where({ outcome: 'DENIED' })
        .whereRaw(`targets @> ?::jsonb`, [JSON.stringify([{ id: row }])]);
      return entries.map(({ changes }) => changes.code);
    },
    /** Undoes all forgeries, so that none hides another one. */
    undo: async (): Promise<void> => {
      for (const back of undoing.splice(0)) await back();
      forgetKept();
    },
  };
}
