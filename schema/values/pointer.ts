type Segment = PropertyKey | { readonly key: PropertyKey };

/** An RFC 6901 pointer. A first segment equal to `root` is the argument that holds the input and is left out. */
export function pointerOf(path: readonly Segment[], root?: string): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  if (keys[0] === root) keys.shift();
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What a pointer leads through, from the outside in. */
export function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescaped);
}

/** The text or number that a pointer leads to; null where it leads to nothing of these. */
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
