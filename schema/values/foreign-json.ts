const maxDepth = 256;
// Objects, lists and commas; more than realistic documents of 5 MiB have.
const maxParts = 500_000;
// Without such digits or exponents, every number fits a double.
const mayBeBeyondDoubles = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Parses external JSON. Returns `undefined` if it is invalid, nested deeper than 256 levels, or has more than
 * 500,000 parts. A number that a double cannot represent, such as a 64-bit id, becomes a string. Members may
 * have any name, even `__proto__`.
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
  // Fractions may be rounded; integers must be exact.
  const isAsMeant = /[.eE]/.test(source) ? Number.isFinite(value) : String(value) === source;
  return isAsMeant ? value : source;
}

// JSON.parse takes seconds for megabytes of brackets, and recursion over them may overflow the stack.
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
