import canonicalize from 'canonicalize';
import { isObject, own } from '../../values/foreign-values.ts';
import { keysOf } from '../../values/pointer.ts';
import { isIdle } from './schema-keywords.ts';

/** Returns the canonical text of a value from JSON, or null if it has none. */
export function textOf(value: unknown): string | null {
  try {
    return canonicalize(value) ?? null;
  } catch {
    return null;
  }
}

export function isSameText(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const text = textOf(one);
  return text !== null && text === textOf(other);
}

/** Returns the target of a reference inside the document of a schema; `undefined` if there is none. */
export function targetOf(root: unknown, ref: unknown): unknown {
  if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) return undefined;
  return keysOf(ref.slice(1)).reduce(own, root);
}

/** Whether a schema without references allows any value. */
export function isAny(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).every(isIdle));
}
