const maxDecodings = 3;

/** A text in which nothing but unreserved characters is left as it is. RFC 3986 §2. Throws a URIError for half of a surrogate pair. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A text as it stands, then percent-decoded once, twice and three times, as long as that changes it. */
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

// Byte by byte, since what is looked for is ASCII and a broken encoding must hide nothing.
function decode(text: string): string {
  return text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
