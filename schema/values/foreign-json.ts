const maxDepth = 256;
// Objects, lists and commas: more than 5 MiB of what anybody means have.
const maxParts = 500_000;
// Where nothing of this stands every number is one that a double holds.
const mayBeBeyondDoubles = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * The value of JSON that somebody else wrote; `undefined` where it is none, is nested deeper than 256 levels, or has more
 * than 500,000 parts. A number that a double does not hold, as an id of 64 bits, is a text: it would be another number.
 * Members may have any name, `__proto__` too.
 */
export function foreignJson(text: string): unknown {
  if (isTooMuch(text)) return undefined;
  try {
    return JSON.parse(text, mayBeBeyondDoubles.test(text) ? unlessInexact : undefined) as unknown;
  } catch {
    return undefined;
  }
}

function unlessInexact(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  // Digits after a point have always been taken for about right; what is whole is taken for exact.
  const isAsMeant = /[.eE]/.test(source) ? Number.isFinite(value) : String(value) === source;
  return isAsMeant ? value : source;
}

// JSON.parse takes seconds for megabytes of brackets, and what goes down into them later may end the stack.
function isTooMuch(text: string): boolean {
  let [depth, parts, isInString] = [0, 0, false];
  for (let at = 0; at < text.length && depth <= maxDepth && parts <= maxParts; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ',') parts += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      parts += 1;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > maxDepth || parts > maxParts;
}
