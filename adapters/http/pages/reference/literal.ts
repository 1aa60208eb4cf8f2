/** Returns a JSON value as it is written in TypeScript. */
export function literalOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => literalOf(item, inner));
    const isShort = value.every((item) => typeof item !== 'object');
    return isShort ? `[${items.join(', ')}]` : enclosed('[', items, ']', indent);
  }
  const members = Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${literalOf(item, inner)}`);
  return members.length === 0 ? '{}' : enclosed('{', members, '}', indent);
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}
