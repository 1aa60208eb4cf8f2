/**
 * Servers read some names of a query, a form or an object for others that are spelled otherwise: without regard to case, to
 * spaces, to brackets that make a list of it, or to a zero character and what follows, and with `_` for what a name of theirs may
 * not hold. What was judged under the one would then be said under the other.
 *
 * Answers which of the names a name may be read for, where that is none of the `own` ones.
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
