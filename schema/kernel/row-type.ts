import type { BaseModel } from '../../db/models/base.ts';
import { builder } from './builder.ts';

/** The models whose rows a command may return, by table. */
const models = new Map<string, typeof BaseModel>();

/**
 * Returns the reference of an object type whose objects are rows of the model. A replayed command reads such
 * a row again.
 */
export function rowRef<Shown extends object>(model: typeof BaseModel, name: string) {
  models.set(model.tableName, model);
  return builder.objectRef<Shown>(name);
}

export function modelOf(table: string): typeof BaseModel | undefined {
  return models.get(table);
}
