import type { Knex } from 'knex';
import type { Database } from '../../db/knex.ts';

/** A digest of every table's rows, by table: equal where nothing was written. Leases are held whatever is done. */
export async function contentsOf({ knex }: Database): Promise<Record<string, string>> {
  const digests = (await tablesOf(knex)).map((table) =>
    knex.raw(`(select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ?? as r) as ??`, [
      table,
      table,
    ]),
  );
  return (await knex.first(digests)) as Record<string, string>;
}

/** Every row of every table as text, bytes as what they say too, to be searched for what must not be there. */
export async function textOfAll({ knex }: Database): Promise<string> {
  const texts: string[] = [];
  for (const table of await tablesOf(knex)) {
    const { rows } = await knex.raw<{ rows: { text: string }[] }>(`select r::text as text from ?? as r`, [
      table,
    ]);
    texts.push(...rows.map(({ text }) => text));
  }
  const all = texts.join('\n');
  const bytes = all.matchAll(/\\x([0-9a-f]{8,})/g);
  return [all, ...Array.from(bytes, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n');
}

async function tablesOf(knex: Knex): Promise<string[]> {
  const tables = knex('pg_tables').where({ schemaname: 'public' }).whereNot({ tablename: 'instance_lease' });
  return await tables.orderBy('tablename').pluck('tablename');
}
