import type { Knex } from 'knex';
import {
  Model,
  type PartialModelObject,
  type QueryBuilder,
  type QueryContext,
  type StaticHookArguments,
} from 'objection';
import { rowMacsOf } from '../row-macs.ts';

/** The connection or transaction of a read or write, and the workspace whose rows it may see. */
export interface Scope {
  knex: Knex;
  workspaceId: string | null;
}

/** The columns of every table. Times come from the caller's clock, never from the database's. */
export class BaseModel extends Model {
  declare id: string;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare rowVersion: number;
  /** In tables with decisive columns: the message authentication code that covers them. */
  declare mac: Buffer | null;

  /** The columns that decide who may do what; empty for most tables. */
  static decisive: readonly string[] = [];

  /** Writes the patch, increments the row's version, and returns the new row. */
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

  // Checks whole rows in transactions, which commands use. Lists and partial rows are for display only.
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

// Checks the row before the change, so that no forgery gets a MAC.
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
    // If another transaction changed it in between, its values count.
    if (changed) return changed;
  }
}

/** A row of a workspace, only ever read through that workspace. */
export class WorkspaceModel extends BaseModel {
  declare workspaceId: string;

  static inWorkspace<M extends typeof WorkspaceModel>(this: M, scope: Scope) {
    if (!scope.workspaceId) throw new Error(`${this.tableName} was read without a workspace.`);
    const query = this.query(scope.knex).where(`${this.tableName}.workspaceId`, scope.workspaceId);
    return query as unknown as QueryBuilder<InstanceType<M>>;
  }

  /** Returns the rows of all active workspaces, for jobs, which skip other workspaces. */
  static inActiveWorkspaces<M extends typeof WorkspaceModel>(this: M, knex: Knex) {
    const active = knex('workspace')
      .where('workspace.status', 'ACTIVE')
      .whereRaw('?? = ??', ['workspace.id', `${this.tableName}.workspaceId`]);
    return this.query(knex).whereExists(active) as unknown as QueryBuilder<InstanceType<M>>;
  }
}
