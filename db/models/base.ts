import type { Knex } from 'knex';
import { Model, type PartialModelObject, type QueryBuilder } from 'objection';

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

  /** Writes the patch, counts the row's version up and returns the row as it now stands. */
  static async change<M extends typeof BaseModel>(
    this: M,
    knex: Knex,
    id: string,
    now: Date,
    patch: PartialModelObject<InstanceType<M>>,
  ): Promise<InstanceType<M>> {
    const changes: object = { ...patch, updatedAt: now, rowVersion: Model.raw('row_version + 1') };
    return await this.query(knex).patchAndFetchById(id, changes).castTo<InstanceType<M>>();
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
