import { macTables } from '../../../db/mac-tables.ts';
import type { Target } from '../../../db/models/audit.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import { knownVersion } from '../../../db/verify-rows.ts';
import { kindOfId } from '../../values/id.ts';
import { append, platformChain, touchHead } from './chain.ts';
import { actorOf, originOf, targetOf, type Recording } from './record.ts';

/**
 * Gives a row a MAC as it stands, whoever wrote it: the operator has looked at it. Returns its decisive columns; null where the table
 * has no such row, or none with MACs has this name. The audit log of its workspace or person tells of it.
 */
export async function acceptRow(ctx: Recording, tableName: string, id: string): Promise<object | null> {
  const table = macTables.find((one) => one.tableName === tableName);
  if (!table) return null;
  // Without its MAC, since a row with a wrong one is refused at once.
  const columns = ['id', 'rowVersion', ...table.decisive];
  const row = await table.query(ctx.knex).findById(id).select(columns).forNoKeyUpdate();
  if (!row) return null;
  // Above all that the audit log knows, since a row that was put back would be named again.
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
  // Touched, so that no instance goes by what it has kept of the row.
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
