import type { Knex } from 'knex';
import { macTables } from '../../db/mac-tables.ts';
import { rowMacsOf } from '../../db/row-macs.ts';

/** Rewrites the MAC of each row that a test has written by hand, as if the service had written it. */
export async function rewriteMacs(knex: Knex): Promise<void> {
  const macs = rowMacsOf(knex);
  for (const table of macTables)
    for (const row of await table.query(knex))
      if (!macs.isSound(table, row))
        await table
          .query(knex)
          .findById(row.id)
          .patch({ mac: macs.of(table, row) });
}
