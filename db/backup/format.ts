// A backup is gzipped text. The first line is the header. Each table follows as psql would read it: a COPY
// statement, its rows, and `\.`. The last line is the trailer. So rows can also be extracted by hand.
import { escapeIdentifier } from 'pg';
import { z } from 'zod';

const format = 'sallyport-backup';
const version = 1;

const tableColumns = z.object({ name: z.string(), columns: z.array(z.string()) });
export type TableColumns = z.infer<typeof tableColumns>;

const sequenceValue = z.object({
  name: z.string(),
  /** As text, since it may exceed the exact range of a JavaScript number. */
  value: z.string(),
  isCalled: z.boolean(),
});
export type SequenceValue = z.infer<typeof sequenceValue>;

// The header has no digest, which is known only at the end, when the rows are already loaded.
const header = z.object({
  format: z.literal(format),
  version: z.literal(version),
  takenAt: z.string(),
  /** The version of the server that was backed up. */
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(tableColumns),
  /** Tables whose rows the backup omits. */
  leftOut: z.array(z.string()),
  sequences: z.array(sequenceValue),
});
export type Header = z.infer<typeof header>;

const trailer = z.object({
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** Over every byte before this line, uncompressed. */
  sha256: z.string(),
});
export type Trailer = z.infer<typeof trailer>;

export const endOfRows = Buffer.from('\\.\n');

export function headerLine(content: Omit<Header, 'format' | 'version'>): Buffer {
  return lineOf({ format, version, ...content } satisfies Header);
}

export function trailerLine(content: Trailer): Buffer {
  return lineOf(content);
}

export function copyLine({ name, columns }: TableColumns): string {
  return `COPY ${escapeIdentifier(name)} ${columnList(columns)} FROM stdin;`;
}

export function columnList(columns: readonly string[]): string {
  return `(${columns.map((column) => escapeIdentifier(column)).join(', ')})`;
}

/** Throws an Error if the line is no backup header, or has a format that this version cannot read. */
export function parseHeader(line: string): Header {
  const read = z.object({ format: z.literal(format), version: z.unknown() }).safeParse(parse(line));
  if (!read.success) throw foreign();
  if (read.data.version !== version)
    throw new Error(
      `The backup has version ${String(read.data.version)} of its format, but this version of Sallyport reads ` +
        `${version}. Restore it with the version that wrote it, or with a later one.`,
    );
  const { data } = header.safeParse(parse(line));
  if (!data) throw damaged('Its first line was changed.');
  return data;
}

export function parseTrailer(line: string): Trailer {
  const { data } = trailer.safeParse(parse(line));
  if (!data) throw damaged('Its last line was changed.');
  return data;
}

export function foreign(): Error {
  return new Error('The file is not a backup of Sallyport. Name one from `npm run backup`.');
}

export function damaged(what: string): Error {
  return new Error(
    `The backup is damaged, so nothing was restored: ${what} Use another copy of the file, or another backup.`,
  );
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
