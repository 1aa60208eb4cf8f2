/**
 * Servers read some parameter names of queries, forms and objects as others. They ignore case, spaces, list
 * brackets, or a zero character with all that follows, or replace characters by `_`. So a value checked under
 * one name could take effect under another.
 *
 * Returns a function that finds which of `names` a name may be read as. It ignores the name itself and `own`.
 */
export function readingOf(names: Iterable<string>): (name: string, own?: string) => string | null {
  const byWhole = Map.groupBy(names, wholeOf);
  return (name, own = name) =>
    byWhole.get(stemOf(name))?.find((other) => other !== name && other !== own) ?? null;
}

function wholeOf(name: string): string {
  const [text = ''] = name.split('\0');
  return text.trim().toLowerCase().replaceAll(/[. ]/g, '_');
}

function stemOf(name: string): string {
  const whole = wholeOf(name).replace(/^[[\]]+/, '');
  const opens = whole.indexOf('[');
  if (opens === -1) return whole.split(']', 1)[0] ?? '';
  return whole.includes(']', opens) ? whole.slice(0, opens) : whole.replace('[', '_');
}
