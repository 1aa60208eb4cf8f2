import type { Database } from '../../db/knex.ts';

/** A digest of every table's rows, by table: equal where nothing was written. */
export async function contentsOf({ knex }: Database): Promise<Record<string, string>> {
  const tables = await knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename');
  const digests = tables.map(({ tablename }) =>
    knex.raw(`(select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from ?? as r) as ??`, [
      tablename,
      tablename,
    ]),
  );
  return (await knex.first(digests)) as Record<string, string>;
}
