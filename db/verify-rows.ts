import type { Knex } from 'knex';
import type { BaseModel } from './models/base.ts';
import { macTables } from './mac-tables.ts';
import { rowMacsOf } from './row-macs.ts';

const batchSize = 1_000;

export interface VerifiedRows {
  rows: number;
  /** One text per faulty row: its table, its id and the fault. */
  faults: string[];
}

/**
 * Checks the MAC of every row with decisive columns. It also finds rows that were restored to an older
 * version with its MAC, since the audit log knows a newer one.
 */
export async function verifyRows(knex: Knex): Promise<VerifiedRows> {
  const macs = rowMacsOf(knex);
  const faults: string[] = [];
  let rows = 0;
  for (const table of macTables) {
    for await (const row of rowsOf(knex, table)) {
      rows += 1;
      if (!macs.isSound(table, row))
        faults.push(`${table.tableName} ${row.id} was changed outside of Sallyport.`);
    }
    for (const { id, rowVersion, version } of await putBack(knex, table))
      faults.push(
        `${table.tableName} ${id} was set back to its version ${rowVersion}; the audit log has its version ${version}.`,
      );
  }
  return { rows, faults };
}

async function* rowsOf(knex: Knex, table: typeof BaseModel): AsyncGenerator<BaseModel> {
  for (let after = ''; ;) {
    const batch = await table.query(knex).where('id', '>', after).orderBy('id').limit(batchSize);
    yield* batch;
    if (batch.length < batchSize) return;
    after = batch.at(-1)?.id ?? '';
  }
}

/** Returns the newest version of a row that the audit log knows; 0 if it knows none. */
export async function knownVersion(knex: Knex, id: string): Promise<number> {
  const { rows } = await knex.raw<{ rows: { version: number | null }[] }>(
    `select max((target ->> 'version')::integer) as version
     from audit_entry, jsonb_array_elements(targets) as target
     where outcome = 'SUCCESS' and target ->> 'id' = ?`,
    [id],
  );
  return rows[0]?.version ?? 0;
}

interface PutBack {
  id: string;
  rowVersion: number;
  version: number;
}

async function putBack(knex: Knex, { tableName }: typeof BaseModel): Promise<PutBack[]> {
  const { rows } = await knex.raw<{ rows: PutBack[] }>(
    `select s.id, s.row_version as "rowVersion", known.version from ?? s
     join (
       select target ->> 'id' as id, max((target ->> 'version')::integer) as version
       from audit_entry, jsonb_array_elements(targets) as target
       where outcome = 'SUCCESS' and jsonb_exists(target, 'version')
       group by 1
     ) known on known.id = s.id
     where s.row_version < known.version
     order by s.id`,
    [tableName],
  );
  return rows;
}
