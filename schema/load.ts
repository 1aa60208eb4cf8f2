import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import type { BaseModel } from '../db/models/base.ts';

type Row<M extends typeof BaseModel> = InstanceType<M> | null;

/** Reads rows by id for one request: what is asked for in one tick costs one query per table. */
export function createLoad(knex: Knex) {
  const loaders = new Map<typeof BaseModel, DataLoader<string, BaseModel | null>>();
  const loaderOf = (model: typeof BaseModel) => {
    const known = loaders.get(model);
    if (known) return known;
    const loader = new DataLoader<string, BaseModel | null>(async (ids) => {
      const rows = await model.query(knex).findByIds([...ids]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    });
    loaders.set(model, loader);
    return loader;
  };
  return {
    load: async <M extends typeof BaseModel>(model: M, id: string) =>
      (await loaderOf(model).load(id)) as Row<M>,
    forget: () => loaders.clear(),
  };
}
