type Segment = PropertyKey | { readonly key: PropertyKey };

/** An RFC 6901 pointer. A first segment equal to `root` is the argument that holds the input and is left out. */
export function pointerOf(path: readonly Segment[], root?: string): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment));
  if (keys[0] === root) keys.shift();
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
