import type { Knex } from 'knex';

/** Returns one line for each part of a schema, and the recorded migrations. */
export async function catalogOf(knex: Knex): Promise<string[]> {
  const lines = await Promise.all(
    parts.map(async (part) => {
      const { rows } = await knex.raw<{ rows: { line: string }[] }>(part);
      return rows.map(({ line }) => line);
    }),
  );
  return lines.flat().toSorted();
}

const inPublic = `join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'`;
// Extensions own their objects.
const isOurs = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const parts = [
  `select concat_ws(' ', c.relkind, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
     a.attgenerated, a.attcollation::regcollation, pg_get_expr(f.adbin, f.adrelid)) as line
   from pg_class c ${inPublic} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum where ${isOurs('pg_class', 'c.oid')}`,
  `select concat_ws(' ', c.relkind, c.relname, c.relpersistence, c.reloptions::text) as line
   from pg_class c ${inPublic} where ${isOurs('pg_class', 'c.oid')}`,
  `select concat_ws(' ', 'constraint', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as line
   from pg_constraint c join pg_namespace n on n.oid = c.connamespace and n.nspname = 'public'`,
  `select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisvalid) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid ${inPublic}`,
  `select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) as line from pg_trigger t where not t.tgisinternal`,
  `select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) as line
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
   where p.prokind in ('f', 'p') and ${isOurs('pg_proc', 'p.oid')}`,
  `select concat_ws(' ', 'extension', extname) as line from pg_extension`,
  `select concat_ws(' ', 'migration', name) as line from schema_migration`,
];
