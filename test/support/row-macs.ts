import type { Knex } from 'knex';
import { macTables } from '../../db/mac-tables.ts';
import { migrations } from '../../db/migrations/index.ts';
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

/**
 * Runs the work between the migrations before the row MACs and those from them on, which have triggers on
 * columns of earlier ones.
 */
export async function beforeRowMacs(knex: Knex, work: () => Promise<void>): Promise<void> {
  const later = migrations.slice(migrations.findIndex(({ name }) => name === '0062-row-macs'));
  for (const migration of later.toReversed()) await migration.down(knex);
  await work();
  for (const migration of later) await migration.up(knex);
}
