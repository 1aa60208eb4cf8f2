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

/** Every row of every table as text, bytes as what they say too, to be searched for what must not be there. */
export async function textOfAll({ knex }: Database): Promise<string> {
  const tables = await knex('pg_tables').where({ schemaname: 'public' }).orderBy('tablename');
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await knex.raw<{ rows: { text: string }[] }>(`select r::text as text from ?? as r`, [
      tablename,
    ]);
    texts.push(...rows.map(({ text }) => text));
  }
  const all = texts.join('\n');
  const bytes = all.matchAll(/\\x([0-9a-f]{8,})/g);
  return [all, ...Array.from(bytes, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n');
}
