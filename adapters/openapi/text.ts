// Bidirectional overrides can make a text read as another one.
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const unseenButLines = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a provider's text on one line, without unusable characters. `max` counts UTF-16 units. */
export function line(value: unknown, max = 200): string {
  const text = textOf(value, max).replaceAll(unseen, ' ').replaceAll(/\s+/gu, ' ');
  return cut(text.trim(), max);
}

/** Like `line`, for a text with several lines. */
export function prose(value: unknown, max = 4_000): string {
  const text = textOf(value, max)
    .replaceAll(/\r\n?|\u2028|\u2029/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unseenButLines, '');
  return cut(text.trim(), max);
}

// A text of ten megabytes is cut first; twice the length leaves room for removed characters.
function textOf(value: unknown, max: number): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.slice(0, 2 * max).toWellFormed() : '';
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}
