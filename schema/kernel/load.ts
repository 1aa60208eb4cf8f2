import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import type { BaseModel } from '../../db/models/base.ts';

type Loader = DataLoader<string, BaseModel[]>;

/** Reads rows by id or another column for one request, with one query per tick and column. */
export function createLoad(knex: Knex) {
  const loaders = new Map<string, Loader>();
  const loaderOf = (model: typeof BaseModel, column: string): Loader => {
    const name = `${model.tableName}.${column}`;
    const known = loaders.get(name);
    if (known) return known;
    const loader: Loader = new DataLoader(async (values) => {
      const rows = await model
        .query(knex)
        .whereIn(column, [...values])
        .orderBy('id');
      const groups = Map.groupBy(rows as unknown as Record<string, string>[], (row) => row[column] ?? '');
      return values.map((value) => (groups.get(value) ?? []) as unknown as BaseModel[]);
    });
    loaders.set(name, loader);
    return loader;
  };
  const loadMany = async <M extends typeof BaseModel>(model: M, column: string, value: string) =>
    (await loaderOf(model, column).load(value)) as InstanceType<M>[];
  return {
    load: async <M extends typeof BaseModel>(model: M, id: string) =>
      (await loadMany(model, 'id', id))[0] ?? null,
    loadMany,
    forget: () => loaders.clear(),
  };
}
