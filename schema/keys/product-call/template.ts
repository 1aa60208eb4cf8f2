/** A segment of a path, as the fixed texts around its parameters: `v{a}-{b}` is `['v', '-', '']`. */
export type Template = readonly string[];

const parameter = /\{[^{}]*\}/g;

export function templateOf(segment: string): Template {
  return segment.split(parameter);
}

/** Returns the names of the parameters of a path, in order. */
export function parameterNames(path: string): string[] {
  return (path.match(parameter) ?? []).map((name) => name.slice(1, -1));
}

/**
 * Returns the values of the parameters, each of at least one character and as short as possible; null if the
 * segment does not fit. It takes time linear in the segment, unlike a regular expression.
 */
export function capturesOf(template: Template, segment: string): string[] | null {
  const [first = '', ...later] = template;
  const last = later.pop();
  if (last === undefined) return segment === first ? [] : null;
  if (!segment.startsWith(first) || !segment.endsWith(last)) return null;
  const end = segment.length - last.length;
  const captured: string[] = [];
  let from = first.length;
  for (const text of later) {
    const to = segment.indexOf(text, from + 1);
    if (to === -1) return null;
    captured.push(segment.slice(from, to));
    from = to + text.length;
  }
  return from < end ? [...captured, segment.slice(from, end)] : null;
}
