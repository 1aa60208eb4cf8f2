import type { Knex } from 'knex';
import { macTables } from '../db/mac-tables.ts';
import type { BaseModel } from '../db/models/base.ts';
import { Instance } from '../db/models/instance.ts';
import { rowMacsOf } from '../db/row-macs.ts';
import { inTransaction } from '../db/transaction.ts';
import { leaseMs } from './cache/lease.ts';
import { keptText, keptUnder, readKept } from './config/instance.ts';
import type { ServerPorts } from './ports.ts';

const batchSize = 500;

/**
 * Adds MACs to the rows of an earlier version, once none of its instances has a lease. From then on, every
 * instance rejects rows without a MAC. The master key protects that fact, and the data folder records it too.
 */
export async function requireMacs(ports: ServerPorts): Promise<void> {
  const { knex } = ports.database;
  const { sealing, clock } = ports;
  const macs = rowMacsOf(knex);
  if (macs.isRequired) return;
  const { sealedCheck } = await Instance.query(knex).findById('this').throwIfNotFound();
  const kept = readKept(sealing, sealedCheck);
  if (!kept) throw new Error('The key of row MACs is missing.');
  if (!kept.isRequired) {
    if (await hasEarlierInstance(knex)) return;
    for (const table of macTables) await addAll(knex, table);
    const next = sealing.seal(keptText({ ...kept, isRequired: true }), keptUnder);
    const now = clock.now();
    await Instance.query(knex)
      .findById('this')
      .where({ sealedCheck })
      .patch({ sealedCheck: next, updatedAt: now });
  }
  ports.markRequired();
  macs.require();
}

async function hasEarlierInstance(knex: Knex): Promise<boolean> {
  // A lease longer than any instance writes is not valid.
  const earlier = knex('instance_lease')
    .whereRaw("expires_at between clock_timestamp() and clock_timestamp() + ? * interval '1 ms'", [
      2 * leaseMs,
    ])
    .where({ rowMacs: false });
  return (await earlier.first()) !== undefined;
}

// A few at a time, so that others can write in between. Other instances may add some at the same time.
async function addAll(knex: Knex, table: typeof BaseModel): Promise<void> {
  while (await table.query(knex).whereNull('mac').first())
    await inTransaction(knex, async (trx) => await addSome(trx, table));
}

async function addSome(knex: Knex, table: typeof BaseModel): Promise<void> {
  const rows = await table.query(knex).whereNull('mac').orderBy('id').limit(batchSize).forNoKeyUpdate();
  for (const row of rows) {
    const mac = rowMacsOf(knex).of(table, row);
    await table.query(knex).findById(row.id).patch({ mac });
  }
}
