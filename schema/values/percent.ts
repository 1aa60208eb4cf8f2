const maxDecodings = 3;

/**
 * Percent-encodes everything but unreserved characters. RFC 3986 §2. Throws a URIError for a lone surrogate.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Yields the text, then its repeated percent-decodings while they change it, at most three. */
export function* decodings(text: string): Generator<string, void> {
  let last = text;
  yield last;
  for (let times = 0; times < maxDecodings; times += 1) {
    const decoded = last.includes('%') ? decode(last) : last;
    if (decoded === last) return;
    last = decoded;
    yield last;
  }
}

// Byte by byte: the searched patterns are ASCII, and a broken encoding must not hide anything.
function decode(text: string): string {
  return text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns the text percent-decoded once, or unchanged if its encoding is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
