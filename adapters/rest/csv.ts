/** A spreadsheet reads a cell with this beginning as a formula, which a person in the log could have written. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;
const quoted = /[",\r\n]/;

/** Returns a line of CSV as in RFC 4180. Objects are JSON, and no cell is a formula. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  const text = textOf(value);
  const harmless = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return quoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the value at a path such as `actor.name`. */
export function valueAt(row: Record<string, unknown>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row);
}
