import { storable } from './storable.ts';

/** An object from JSON. It may have any key, even `__proto__`, so read members only with `own`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of the value, never an inherited one. */
export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Returns the value if it is a string, otherwise an empty string. `String` would call a `toString` from the
 * document.
 */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const maxNameLength = 200;

/** Whether a name can be stored, sent, and safely set on any object. */
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

/**
 * Returns a copy of a value that can be stored and sent unchanged. `undefined` if it cannot, or has more than
 * `max` characters.
 */
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
