import type { Knex } from 'knex';
import type { WorkspaceModel } from '../../db/models/base.ts';
import { rowMacsOf } from '../../db/row-macs.ts';
import type { SnapshotKind } from './ports/snapshots.ts';

interface Cached<Omitted> {
  /** As in `SnapshotKind`. */
  max: number;
  /** The columns that change without an entry in the workspace's chain. Cached rows do not have them. */
  without?: readonly Omitted[];
}

/**
 * Returns the snapshots of single rows, by id. A transaction that changes another column of such a row records
 * the change, or calls `touchWorkspace`.
 */
export function rowSnapshots<
  M extends typeof WorkspaceModel,
  Omitted extends keyof InstanceType<M> & string = never,
>(model: M, { max, without = [] }: Cached<Omitted>): SnapshotKind<Omit<InstanceType<M>, Omitted>> {
  type Row = Omit<InstanceType<M>, Omitted>;
  const cached = (knex: Knex, row: WorkspaceModel): Row => {
    // Checked once here, since callers do not check cached rows again.
    if (model.decisive.length > 0) rowMacsOf(knex).assertSound(model, row);
    for (const column of without) Reflect.deleteProperty(row, column);
    return row as InstanceType<M>;
  };
  return {
    max,
    async read(knex, id) {
      const row = await model.query(knex).findById(id);
      return row ? cached(knex, row) : null;
    },
    async readAll(knex, ids) {
      const rows = await model.query(knex).findByIds([...ids]);
      return new Map(rows.map((row) => [row.id, cached(knex, row)]));
    },
    chainsOf: (row) => [(row as InstanceType<M>).workspaceId],
  };
}
