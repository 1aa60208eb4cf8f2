/** Bytes with their original positions; `origins` has one more entry, for the end. */
export interface Traced {
  bytes: Uint8Array;
  origins: Uint32Array;
}

interface Escape {
  length: number;
  meant: number | Uint8Array;
}

const [percent, backslash, u, x] = [0x25, 0x5c, 0x75, 0x78];
// RFC 8259 §7; the apostrophe comes from other languages.
const afterBackslash: ReadonlyMap<number, number> = new Map(
  Object.entries({
    '"': '"',
    '\\': '\\',
    '/': '/',
    "'": "'",
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  }).map(([escape, meant]) => [escape.charCodeAt(0), meant.charCodeAt(0)]),
);
/** The value of a byte as a hexadecimal digit; -1 if it is none. */
const digits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** Returns the bytes with their own positions, for the first pass. */
export function traced(bytes: Uint8Array): Traced {
  const origins = new Uint32Array(bytes.length + 1);
  for (let at = 0; at <= bytes.length; at += 1) origins[at] = at;
  return { bytes, origins };
}

/** Undoes one layer of escapes: percent-encoding and JSON backslashes, also mixed. Null if there are none. */
export function unescaped({ bytes, origins }: Traced): Traced | null {
  if (!bytes.includes(percent) && !bytes.includes(backslash)) return null;
  // An escape is never shorter than its meaning.
  const out = { bytes: new Uint8Array(bytes.length), origins: new Uint32Array(bytes.length + 1) };
  let length = 0;
  const emit = (byte: number, at: number) => {
    out.bytes[length] = byte;
    out.origins[length] = origins[at] ?? 0;
    length += 1;
  };
  for (let at = 0; at < bytes.length;) {
    const escape = escapeAt(bytes, at);
    const meant = escape?.meant ?? bytes[at] ?? 0;
    if (typeof meant === 'number') emit(meant, at);
    else for (const byte of meant) emit(byte, at);
    at += escape?.length ?? 1;
  }
  if (length === bytes.length) return null;
  emit(0, bytes.length);
  return { bytes: out.bytes.subarray(0, length - 1), origins: out.origins.subarray(0, length) };
}

function escapeAt(bytes: Uint8Array, at: number): Escape | null {
  const byte = bytes[at];
  if (byte === percent) return numbered(bytes, at, { behind: 1, count: 2 });
  if (byte !== backslash) return null;
  const next = bytes[at + 1] ?? 0;
  const meant = afterBackslash.get(next);
  if (meant !== undefined) return { length: 2, meant };
  if (next === x) return numbered(bytes, at, { behind: 2, count: 2, isCharacter: true });
  return next === u
    ? (pairAt(bytes, at) ?? numbered(bytes, at, { behind: 2, count: 4, isCharacter: true }))
    : null;
}

interface Form {
  behind: number;
  count: number;
  /** Whether the number is a character code and not a byte. */
  isCharacter?: boolean;
}

function numbered(
  bytes: Uint8Array,
  at: number,
  { behind, count, isCharacter = false }: Form,
): Escape | null {
  const number = numberAt(bytes, at + behind, count);
  if (number === null) return null;
  const meant = isCharacter && number > 0x7f ? Buffer.from(String.fromCharCode(number)) : number;
  return { length: behind + count, meant };
}

/** Reads a surrogate pair: `\ud83d\ude00`. */
function pairAt(bytes: Uint8Array, at: number): Escape | null {
  if (bytes[at + 6] !== backslash || bytes[at + 7] !== u) return null;
  const [high, low] = [numberAt(bytes, at + 2, 4), numberAt(bytes, at + 8, 4)];
  if (high === null || low === null) return null;
  const isPair = high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return isPair ? { length: 12, meant: Buffer.from(String.fromCharCode(high, low)) } : null;
}

function numberAt(bytes: Uint8Array, from: number, count: number): number | null {
  let number = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = digits[bytes[at] ?? 0] ?? -1;
    if (digit < 0) return null;
    number = number * 16 + digit;
  }
  return number;
}
