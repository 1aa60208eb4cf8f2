// All occurrences of many byte strings in one pass: Aho, Corasick, “Efficient String Matching” (1975). Its states are the
// beginnings of what is looked for. A byte that goes on from a state leads to a longer one; with any other byte it falls back
// to the longest other beginning that the text ends with here. Each byte is taken once, and falls back no more often than
// bytes were taken before it, so that it takes time linear to the text whatever stands in it: who writes the text may know
// what is looked for.

/** From the first byte up to, and without, the last. */
export type Span = readonly [from: number, to: number];

interface Automaton {
  /** Where a byte leads on from a state, by 256 times the state and the byte. */
  next: ReadonlyMap<number, number>;
  /** The same from state 0, where most bytes are met, for each byte. */
  first: Int32Array;
  fallback: readonly number[];
  /** The length of the longest string that ends with the state. */
  found: readonly number[];
}

/** Tells the spans that the strings cover in a text, in its order, those that touch as one. */
export function finderOf(strings: readonly Uint8Array[]): (text: Uint8Array) => Span[] {
  const automaton = automatonOf(strings);
  return (text) => spansIn(automaton, text);
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
  // The way into each state, the shorter states first.
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
