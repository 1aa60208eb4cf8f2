import { createHash } from 'node:crypto';
import { damaged, endOfRows } from './format.ts';

/** The text of a backup, read in pieces. */
export interface Lines {
  /** Returns the next line, without its end. */
  line(): Promise<string>;
  /** Yields everything before the line that ends a table's rows, and skips that line. */
  rows(): AsyncGenerator<Buffer>;
  /** SHA-256 over everything read so far. */
  digest(): string;
  isAtEnd(): Promise<boolean>;
}

/** Longer than a header of a thousand tables; a longer line is not ours. */
const maxLineBytes = 4 * 1024 * 1024;
const [newline = 10] = Buffer.from('\n');
const endBehindRow = Buffer.concat([Buffer.from('\n'), endOfRows]);

export function linesOf(source: AsyncIterable<Buffer>): Lines {
  const chunks = source[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let rest = Buffer.alloc(0);
  const hasMore = async () => {
    const next = await chunks.next();
    if (next.done) return false;
    rest = rest.length > 0 ? Buffer.concat([rest, next.value]) : Buffer.from(next.value);
    return true;
  };
  const readOn = async () => {
    if (!(await hasMore())) throw damaged('It ends before its last line.');
  };
  const take = (length: number) => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    hash.update(taken);
    return taken;
  };
  return {
    async line() {
      while (!rest.includes(newline)) {
        if (rest.length > maxLineBytes) throw damaged('A line of it does not end.');
        await readOn();
      }
      return take(rest.indexOf(newline) + 1)
        .subarray(0, -1)
        .toString();
    },
    async *rows() {
      while (rest.length < endOfRows.length) await readOn();
      if (rest.subarray(0, endOfRows.length).equals(endOfRows)) return void take(endOfRows.length);
      for (;;) {
        const end = rest.indexOf(endBehindRow);
        if (end >= 0) {
          yield take(end + 1);
          return void take(endOfRows.length);
        }
        // The last bytes may be the beginning of the end line, so they wait for the next piece.
        const sure = rest.length - endBehindRow.length + 1;
        if (sure > 0) yield take(sure);
        await readOn();
      }
    },
    digest: () => hash.copy().digest('hex'),
    isAtEnd: async () => rest.length === 0 && !(await hasMore()),
  };
}
