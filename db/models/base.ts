import type { Knex } from 'knex';
import {
  Model,
  type PartialModelObject,
  type QueryBuilder,
  type QueryContext,
  type StaticHookArguments,
} from 'objection';
import { rowMacsOf } from '../row-macs.ts';

/** Where a read or write happens: a connection or transaction, and the workspace whose rows may be seen. */
export interface Scope {
  knex: Knex;
  workspaceId: string | null;
}

/** What every table has. Times are written by the caller's clock, never by the database's. */
export class BaseModel extends Model {
  declare id: string;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare rowVersion: number;
  /** Of a table with decisive columns: the message authentication code that covers them. */
  declare mac: Buffer | null;

  /** The columns that decide who may do what; none of most tables. */
  static decisive: readonly string[] = [];

  /** Writes the patch, counts the row's version up and returns the row as it now stands. */
  static async change<M extends typeof BaseModel>(
    this: M,
    knex: Knex,
    id: string,
    now: Date,
    patch: PartialModelObject<InstanceType<M>>,
  ): Promise<InstanceType<M>> {
    if (this.decisive.length > 0)
      return (await changeWithMac(this, knex, id, { ...patch, updatedAt: now })) as InstanceType<M>;
    const changes: object = { ...patch, updatedAt: now, rowVersion: Model.raw('row_version + 1') };
    return await this.query(knex).patchAndFetchById(id, changes).castTo<InstanceType<M>>();
  }

  override $beforeInsert(context: QueryContext): void {
    const table = this.constructor as typeof BaseModel;
    if (table.decisive.length > 0) this.mac = rowMacsOf(context.transaction).of(table, this);
  }

  // Whole rows in transactions are what commands go by. Lists and partial rows only show.
  override $afterFind({ transaction }: QueryContext): void {
    const table = this.constructor as typeof BaseModel;
    if (table.decisive.length > 0 && this.mac !== undefined && transaction.isTransaction)
      rowMacsOf(transaction).assertSound(table, this);
  }

  static override beforeUpdate({ inputItems }: StaticHookArguments<Model>): void {
    for (const item of inputItems)
      if (!('mac' in item) && this.decisive.some((column) => column in item))
        throw new Error(
          `Decisive columns of ${this.tableName} are changed by change() alone, which renews their MAC.`,
        );
  }
}

// The row is judged before it is changed, so that no forgery gets a MAC.
async function changeWithMac(
  table: typeof BaseModel,
  knex: Knex,
  id: string,
  patch: object,
): Promise<BaseModel> {
  for (;;) {
    const before = await table.query(knex).findById(id).throwIfNotFound();
    const macs = rowMacsOf(knex);
    macs.assertSound(table, before);
    const { rowVersion } = before;
    const changes = { ...patch, rowVersion: rowVersion + 1 };
    const mac = macs.of(table, before, changes);
    const query = table
      .query(knex)
      .where({ id, rowVersion })
      .patch({ ...changes, mac });
    const [changed] = await query.returning('*');
    // Another transaction may have changed it in between: then its values count.
    if (changed) return changed;
  }
}

/** A row that belongs to a workspace and is only ever read through it. */
export class WorkspaceModel extends BaseModel {
  declare workspaceId: string;

  static inWorkspace<M extends typeof WorkspaceModel>(this: M, scope: Scope) {
    if (!scope.workspaceId) throw new Error(`${this.tableName} was read without a workspace.`);
    const query = this.query(scope.knex).where(`${this.tableName}.workspaceId`, scope.workspaceId);
    return query as unknown as QueryBuilder<InstanceType<M>>;
  }

  /** The rows of every active workspace; for jobs, which do nothing in another. */
  static inActiveWorkspaces<M extends typeof WorkspaceModel>(this: M, knex: Knex) {
    const active = knex('workspace')
      .where('workspace.status', 'ACTIVE')
      .whereRaw('?? = ??', ['workspace.id', `${this.tableName}.workspaceId`]);
    return this.query(knex).whereExists(active) as unknown as QueryBuilder<InstanceType<M>>;
  }
}
