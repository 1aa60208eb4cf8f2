import type { Knex } from 'knex';
import type { Database } from '../../db/knex.ts';

/**
 * Returns a digest of each table's rows: equal if nothing was written. Excludes leases, which always change.
 */
export async function contentsOf({ knex }: Database): Promise<Record<string, string>> {
  const digests = (await tablesOf(knex)).map((table) =>
    knex.raw(`(select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ?? as r) as ??`, [
      table,
      table,
    ]),
  );
  const [row] = await knex.select<Record<string, string>[]>(digests);
  return row ?? {};
}

/**
 * Returns every row of every table as text, with bytes also decoded, so that tests can search for secrets.
 */
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
