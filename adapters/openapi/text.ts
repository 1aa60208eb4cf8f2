// Bidirectional overrides can make a text read as another one.
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const unseenButLines = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A provider's words on one line, without what cannot be shown or stored. Lengths count UTF-16 units. */
export function line(value: unknown, max = 200): string {
  const text = textOf(value, max).replaceAll(unseen, ' ').replaceAll(/\s+/gu, ' ');
  return cut(text.trim(), max);
}

/** The same of a text that may have several lines. */
export function prose(value: unknown, max = 4_000): string {
  const text = textOf(value, max)
    .replaceAll(/\r\n?|\u2028|\u2029/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unseenButLines, '');
  return cut(text.trim(), max);
}

// Ten megabytes are cut before anything is done with them; what is taken out of the rest seldom matters.
function textOf(value: unknown, max: number): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 2 * max).toWellFormed() : '';
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}
