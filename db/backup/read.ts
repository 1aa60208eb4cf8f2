import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  copyLine,
  damaged,
  foreign,
  parseHeader,
  parseTrailer,
  type Header,
  type TableColumns,
} from './format.ts';
import { linesOf, type Lines } from './lines.ts';

/** A backup in reading, in the order of the file. */
export interface OpenBackup {
  readonly header: Header;
  /** Yields the rows of the next table; the caller must read all of them before anything else. */
  rowsOf(table: TableColumns): AsyncGenerator<Buffer>;
  /** Returns how many rows each table had. Throws if the file was changed or cut. */
  finish(): Promise<Record<string, number>>;
}

const chunkBytes = 128 * 1024;

export async function openBackup(source: Readable): Promise<OpenBackup> {
  const lines = linesOf(textOf(source));
  const header = parseHeader(await lines.line().catch(refuseForeign));
  return {
    header,
    async *rowsOf(table) {
      if ((await lines.line()) !== copyLine(table)) throw damaged(`The rows of ${table.name} are missing.`);
      yield* lines.rows();
    },
    finish: async () => await finish(lines, header),
  };
}

/**
 * Reads the backup to its end and returns its header. Throws an Error if it is no backup, or not complete.
 */
export async function checkBackup(source: Readable): Promise<Header> {
  const backup = await openBackup(source);
  for (const table of backup.header.tables) await passOver(backup.rowsOf(table));
  await backup.finish();
  return backup.header;
}

export async function passOver(rows: AsyncGenerator<Buffer>): Promise<void> {
  for (;;) if ((await rows.next()).done) return;
}

async function finish(lines: Lines, { tables }: Header): Promise<Record<string, number>> {
  const digest = lines.digest();
  const { rows, sha256 } = parseTrailer(await lines.line());
  if (sha256 !== digest) throw damaged('Its content was changed.');
  if (!(await lines.isAtEnd())) throw damaged('It has data after its last line.');
  if (tables.some(({ name }) => !Number.isSafeInteger(rows[name])))
    throw damaged('Its last line was changed.');
  return rows;
}

async function* textOf(source: Readable): AsyncGenerator<Buffer> {
  // Errors of the source also surface in the read below.
  const text = pipeline(source, createGunzip({ chunkSize: chunkBytes }), () => {});
  let isFirst = true;
  try {
    for await (const chunk of text) {
      yield chunk as Buffer;
      isFirst = false;
    }
  } catch (error) {
    throw told(error, isFirst);
  } finally {
    source.destroy();
  }
}

function told(error: unknown, isFirst: boolean): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return error;
  if (!code.startsWith('Z_'))
    return new Error(`The backup cannot be read: ${String(message)}. Check its name.`, { cause: error });
  if (code === 'Z_BUF_ERROR') return damaged('It is truncated.');
  return isFirst ? foreign() : damaged(`It cannot be decompressed (${String(message)}).`);
}

// A file that ends before its first line ends was never a backup.
function refuseForeign(error: unknown): never {
  const isCut = error instanceof Error && error.message.startsWith('The backup is damaged');
  throw isCut ? foreign() : error;
}
