import { isObject, type JsonObject } from '../../values/foreign-values.ts';

/** Returns the object after a JSON merge patch (RFC 7396): null removes a field. */
export function mergePatched(target: unknown, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, isObject(value) ? mergePatched(merged.get(name), value) : value);
  }
  return Object.fromEntries(merged);
}
