import { storable } from './storable.ts';

/** An object as it comes out of JSON: any key may be there, `__proto__` too, so members are read by `own` alone. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that the document itself has; nothing is inherited. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A text where the value is one, or none. `String` would run into what a document calls `toString`. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const maxNameLength = 200;

/** Whether a name can be kept, sent, and set on any object without doing something else. */
export function isUsableName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name !== '' &&
    name !== '__proto__' &&
    name.length <= maxNameLength &&
    storable(name)
  );
}

// RFC 9110 §5.6.2: a token.
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

const maxLiteralDepth = 32;

/** A copy of a value that can be stored and told as it is; `undefined` where it cannot, or has more than `max` characters. */
export function literalOf(value: unknown, max: number): unknown {
  const left = { characters: max };
  return isLiteral(value, left, 0) ? structuredClone(value) : undefined;
}

function isLiteral(value: unknown, left: { characters: number }, depth: number): boolean {
  left.characters -= typeof value === 'string' ? value.length + 2 : 4;
  if (left.characters < 0 || depth > maxLiteralDepth) return false;
  if (typeof value === 'string') return storable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isLiteral(item, left, depth + 1));
  if (!isObject(value)) return value === null || typeof value === 'boolean';
  for (const [key, member] of Object.entries(value)) {
    left.characters -= key.length;
    if (key === '__proto__' || !storable(key) || !isLiteral(member, left, depth + 1)) return false;
  }
  return true;
}
