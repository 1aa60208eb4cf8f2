const maxDepth = 256;
// Objects, lists and commas: more than 5 MiB of what anybody means have.
const maxParts = 500_000;

/**
 * The value of JSON that somebody else wrote, whose bytes have a bound already; `undefined` where it is none, or has more in it
 * than anybody means. Not as strict as what comes from callers: providers say things twice, and write numbers that no double
 * has. Any key may be there, `__proto__` too, so that own members alone are to be read.
 */
export function foreignJson(text: string): unknown {
  if (isTooMuch(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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
