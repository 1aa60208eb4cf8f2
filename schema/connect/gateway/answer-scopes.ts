const envelopes: ReadonlySet<string> = new Set([
  'cursors',
  'links',
  'meta',
  'metadata',
  'next',
  'pageinfo',
  'pagination',
  'paging',
  'responsemetadata',
]);

export type Scope = readonly (readonly [name: string, value: unknown])[];

/** Returns the members that may name the next page: of the answer and of its envelopes, two levels deep. */
export function scopesIn(data: unknown): Scope[] {
  const top = scopeOf(data);
  const below = enveloped(top);
  return [top, ...below, ...below.flatMap(enveloped)].filter((scope) => scope.length > 0);
}

function enveloped(scope: Scope): Scope[] {
  return scope.flatMap(([name, value]) => (envelopes.has(name) ? [scopeOf(value, name)] : []));
}

// Members of an object `next` get its name as a prefix, as in `next: { after: … }`. For `href`, `link` and
// `url`, `next` replaces the name.
function scopeOf(data: unknown, above = ''): Scope {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  return Object.entries(data)
    .filter(([name]) => name.length <= 40)
    .map(([name, value]) => {
      const plain = plainOf(name);
      if (above !== 'next') return [plain, value];
      return [['href', 'link', 'url'].includes(plain) ? 'next' : `next${plain}`, value];
    });
}

export function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}
