import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import type { BaseModel } from '../../db/models/base.ts';

type Loader = DataLoader<string, BaseModel[]>;

/** Limits rows to those whose column has this time or a later one. */
export interface Since {
  column: string;
  at: Date;
}

/** Reads rows by id or another column for one request, with one query per tick and column. */
export function createLoad(knex: Knex) {
  const loaders = new Map<string, Loader>();
  const loaderOf = (model: typeof BaseModel, column: string, since?: Since): Loader => {
    const name = `${model.tableName}.${column}${since ? ` ${since.column} ${since.at.getTime()}` : ''}`;
    const known = loaders.get(name);
    if (known) return known;
    const loader: Loader = new DataLoader(async (values) => {
      const query = model.query(knex).whereIn(column, [...values]);
      if (since) void query.where(since.column, '>=', since.at);
      const rows = await query.orderBy('id');
      const groups = Map.groupBy(rows as unknown as Record<string, string>[], (row) => row[column] ?? '');
      return values.map((value) => (groups.get(value) ?? []) as unknown as BaseModel[]);
    });
    loaders.set(name, loader);
    return loader;
  };
  const loadMany = async <M extends typeof BaseModel>(
    model: M,
    column: string,
    value: string,
    since?: Since,
  ) => (await loaderOf(model, column, since).load(value)) as InstanceType<M>[];
  return {
    load: async <M extends typeof BaseModel>(model: M, id: string) =>
      (await loadMany(model, 'id', id))[0] ?? null,
    loadMany,
    forget: () => loaders.clear(),
  };
}
