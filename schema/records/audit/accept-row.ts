import { macTables } from '../../../db/mac-tables.ts';
import type { Target } from '../../../db/models/audit.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import { knownVersion } from '../../../db/verify-rows.ts';
import { kindOfId } from '../../values/id.ts';
import { append, platformChain, touchHead } from './chain.ts';
import { actorOf, originOf, targetOf, type Recording } from './record.ts';

/**
 * Writes a valid MAC for a row in its current state, after an operator has checked it. Returns its decisive
 * columns. Returns null if no table with MACs has this name or the table has no such row. Records the
 * acceptance in the audit chain of the row's workspace or person.
 */
export async function acceptRow(ctx: Recording, tableName: string, id: string): Promise<object | null> {
  const table = macTables.find((one) => one.tableName === tableName);
  if (!table) return null;
  // The MAC column is omitted, since reading a row with a wrong MAC throws.
  const columns = ['id', 'rowVersion', ...table.decisive];
  const row = await table.query(ctx.knex).findById(id).select(columns).forNoKeyUpdate();
  if (!row) return null;
  // Above every version in the audit log, since the integrity check reports rows with an older version.
  const rowVersion = Math.max(row.rowVersion, await knownVersion(ctx.knex, id)) + 1;
  const mac = rowMacsOf(ctx.knex).of(table, row, { rowVersion });
  await table.query(ctx.knex).findById(id).patch({ rowVersion, mac });
  await recordAcceptance(ctx, targetOf(tableName, { id, rowVersion }), chainOf(row));
  return { ...row.toJSON(), rowVersion };
}

function chainOf(row: { id: string; workspaceId?: string; personId?: string }): string {
  const person = kindOfId(row.id) === 'person' ? row.id : row.personId;
  return row.workspaceId ?? person ?? platformChain;
}

async function recordAcceptance(ctx: Recording, target: Target, chain: string): Promise<void> {
  // Touched, so that instances drop their cached copies of the row.
  const head = await touchHead(ctx, chain);
  await append(ctx, head, {
    at: ctx.clock.now(),
    action: 'integrity.accepted',
    outcome: 'SUCCESS',
    actor: actorOf(ctx),
    targets: [target],
    changes: null,
    origin: originOf(ctx),
    reason: 'An operator accepted the row as it stands.',
    collapseKey: null,
  });
}
