import { formsOf, maxLayers, separator } from './credential-forms.ts';
import { finderOf, type Span } from './find.ts';
import { traced, unescaped, type Traced } from './unescape.ts';

/**
 * Returns the texts with the mark in place of each value, in any of its forms and under up to three layers of
 * escapes. Takes linear time: it searches all texts as one, once per layer.
 */
export function withoutForms(texts: readonly string[], values: readonly string[], mark: string): string[] {
  if (texts.length === 0) return [];
  const forms = formsOf(values);
  const whole = Buffer.from(['', ...texts, ''].join(separator));
  const covered = forms.length > 0 ? coveredIn(whole, forms) : null;
  if (!covered) return [...texts];
  let from: number = separator.length;
  return texts.map((text) => {
    const to = from + Buffer.byteLength(text);
    const left = withoutCovered(text, whole.subarray(from, to), covered.subarray(from, to), mark);
    from = to + separator.length;
    return left;
  });
}

/** Returns 1 for each byte to remove and 0 for the others; null if all stay. */
function coveredIn(whole: Buffer, forms: readonly Buffer[]): Uint8Array | null {
  const spansIn = finderOf(forms);
  const covered = new Uint8Array(whole.length);
  let isAny = false;
  let layer: Traced | null = traced(whole);
  for (let layers = 0; layer && layers <= maxLayers; layers += 1) {
    for (const span of spansIn(layer.bytes)) {
      const [from, to] = originOf(layer, span);
      covered.fill(1, from, to);
      isAny = true;
    }
    layer = unescaped(layer);
  }
  return isAny ? covered : null;
}

function originOf({ origins }: Traced, [from, to]: Span): Span {
  return [origins[from] ?? 0, origins[to] ?? 0];
}

function withoutCovered(text: string, bytes: Buffer, covered: Uint8Array, mark: string): string {
  if (!covered.includes(1)) return text;
  let left = '';
  for (let at = 0; at < bytes.length;) {
    const from = covered.indexOf(1, at);
    if (from === -1) return left + bytes.toString('utf8', at);
    const end = covered.indexOf(0, from);
    left += bytes.toString('utf8', at, from) + mark;
    at = end === -1 ? bytes.length : end;
  }
  return left;
}
