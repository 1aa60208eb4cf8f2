type Segment = PropertyKey | { readonly key: PropertyKey };

/**
 * Returns an RFC 6901 pointer. Omits a first segment equal to `root`, which is the argument that contains the
 * input.
 */
export function pointerOf(path: readonly Segment[], root?: string): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  if (keys[0] === root) keys.shift();
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the keys of a pointer, outermost first. */
export function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

/** Returns the text or number at a pointer as text; null if there is neither. */
export function textAt(value: unknown, pointer: string): string | null {
  let at = value;
  for (const key of keysOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'string' || typeof at === 'number' ? String(at) : null;
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
