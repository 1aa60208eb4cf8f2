// Finds all occurrences of many byte strings in one pass: Aho, Corasick, “Efficient String Matching” (1975).
// The states are prefixes of the strings. A byte extends the current prefix, or the search falls back to the
// longest other prefix that ends here. There are no more fallbacks than bytes read, so the time is linear in
// the text. This matters because the author of the text may know the strings.

/** From the first byte to the last, exclusive. */
export type Span = readonly [from: number, to: number];

interface Automaton {
  /** The next state, by 256 times the state plus the byte. */
  next: ReadonlyMap<number, number>;
  /** The next state from state 0 by byte, as an array, since most bytes are read in that state. */
  first: Int32Array;
  fallback: readonly number[];
  /** The length of the longest string that ends in the state. */
  found: readonly number[];
}

// Nearly no text has one of the strings. A native search for their first bytes costs a hundredth of an automaton,
// as long as the strings are few. The bytes are few, since the native search is not linear in them.
const fewStrings = 64;
const firstBytes = 16;

/** Returns a function that finds the spans of the strings in a text, in order, with adjacent spans merged. */
export function finderOf(strings: readonly Buffer[]): (text: Uint8Array) => Span[] {
  const starts = strings.length > fewStrings ? null : strings.map((it) => it.subarray(0, firstBytes));
  let automaton: Automaton | null = null;
  return (text) => {
    const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    if (starts && !starts.some((start) => bytes.includes(start))) return [];
    automaton ??= automatonOf(strings);
    return spansIn(automaton, text);
  };
}

function spansIn({ next, first, fallback, found }: Automaton, text: Uint8Array): Span[] {
  const spans: [number, number][] = [];
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    while (state !== 0 && !next.has(state * 256 + byte)) state = fallback[state] ?? 0;
    state = (state === 0 ? first[byte] : next.get(state * 256 + byte)) ?? 0;
    if (state !== 0) cover(spans, at + 1, found[state] ?? 0);
  }
  return spans;
}

function cover(spans: [number, number][], to: number, length: number): void {
  if (length === 0) return;
  let from = to - length;
  for (let last = spans.at(-1); last && last[1] >= from; last = spans.at(-1)) {
    from = Math.min(from, last[0]);
    spans.pop();
  }
  spans.push([from, to]);
}

function automatonOf(strings: readonly Uint8Array[]): Automaton {
  const next = new Map<number, number>();
  const found = [0];
  // The transition into each state, shorter states first.
  const ways: { from: number; byte: number; to: number }[][] = [];
  for (const string of strings) {
    let state = 0;
    for (const [depth, byte] of string.entries()) {
      const known = next.get(state * 256 + byte);
      const to = known ?? found.length;
      if (known === undefined) {
        found.push(0);
        next.set(state * 256 + byte, to);
        (ways[depth] ??= []).push({ from: state, byte, to });
      }
      state = to;
    }
    found[state] = string.length;
  }
  const fallback = [0];
  for (const { from, byte, to } of ways.flat()) {
    let state = fallback[from] ?? 0;
    while (state !== 0 && !next.has(state * 256 + byte)) state = fallback[state] ?? 0;
    fallback[to] = from === 0 ? 0 : (next.get(state * 256 + byte) ?? 0);
    found[to] ||= found[fallback[to]] ?? 0;
  }
  const first = Int32Array.from({ length: 256 }, (_, byte) => next.get(byte) ?? 0);
  return { next, first, fallback, found };
}
